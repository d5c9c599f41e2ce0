/** The logo, a coin going into a pocket. Decoration beside the product's name. */
export function Logo({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" fill="none" aria-hidden="true" className={className}>
      <circle cx="24" cy="15" r="11" className="fill-sun" />
      <circle cx="24" cy="15" r="7.5" className="stroke-coin-line" strokeWidth="1.6" opacity="0.45" />
      <path
        d="M24 10.6v8.8M26.4 12.6c-.5-.8-1.4-1.1-2.4-1.1-1.4 0-2.4.7-2.4 1.8 0 2.6 5 1.3 5 3.8 0 1.2-1.1 1.9-2.6 1.9-1.2 0-2.2-.5-2.7-1.4"
        className="stroke-coin-line"
        strokeWidth="1.5"
        strokeLinecap="round"
        opacity="0.8"
      />
      <path
        d="M6 21.5c0-1.4 1.1-2.5 2.5-2.5 3.6 0 5 4.5 15.5 4.5S35.9 19 39.5 19c1.4 0 2.5 1.1 2.5 2.5V30c0 8.8-7.2 15-18 15S6 38.8 6 30v-8.5Z"
        className="fill-brand"
      />
      <path
        d="M10.5 26.5c3.5 1.7 7.7 2.7 13.5 2.7s10-1 13.5-2.7"
        className="stroke-on-brand"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeDasharray="3 3.4"
        opacity="0.75"
      />
    </svg>
  );
}

/** The logo with the product's name. */
export function Wordmark({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Logo className="size-9" />
      <span className="font-bold text-ink text-xl tracking-tight">{name}</span>
    </span>
  );
}

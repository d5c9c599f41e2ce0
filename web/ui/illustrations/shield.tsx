/** A shield over a window, for content that the browser blocks. */
export function Shield() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="80" cy="110" rx="52" ry="5" className="fill-sunken" />
      <rect x="26" y="18" width="108" height="78" rx="12" className="fill-brand-soft" />
      <path d="M26 38h108" className="stroke-surface" strokeWidth="4" />
      <circle cx="38" cy="28" r="3" className="fill-brand" />
      <circle cx="48" cy="28" r="3" className="fill-brand" />
      <path d="M80 44l22 8v15c0 14-9 24-22 30-13-6-22-16-22-30V52l22-8Z" className="fill-brand" />
      <path
        d="M73 62l14 14M87 62 73 76"
        className="stroke-on-brand"
        strokeWidth="4.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

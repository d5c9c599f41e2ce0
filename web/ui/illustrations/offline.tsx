/** A plug out of its socket, for a missing connection. */
export function Offline() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="80" cy="108" rx="52" ry="6" className="fill-sunken" />
      <path
        d="M52 84c-13 0-22-9-22-20 0-10 7-18 17-20 3-14 14-23 28-23 15 0 27 10 30 25 13 0 23 8 23 19s-9 19-21 19H52Z"
        className="fill-brand-soft"
      />
      <path
        d="M58 58c13-12 31-12 44 0M67 68c8-7 18-7 26 0"
        className="stroke-brand"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <circle cx="80" cy="78" r="4" className="fill-brand" />
      <path d="M52 92 110 30" className="stroke-surface" strokeWidth="11" strokeLinecap="round" />
      <path d="M52 92 110 30" className="stroke-accent" strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

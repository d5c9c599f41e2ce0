/** A pocket without coins. */
export function EmptyPocket() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="80" cy="108" rx="52" ry="6" className="fill-sunken" />
      <circle
        cx="80"
        cy="26"
        r="17"
        className="stroke-sun"
        strokeWidth="3"
        strokeDasharray="6 6"
        strokeLinecap="round"
      />
      <path d="M80 18v16M72 26h16" className="stroke-sun" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M36 48c0-4 3-7 7-7 9 0 12 10 37 10s28-10 37-10c4 0 7 3 7 7v14c0 24-19 42-44 42S36 86 36 62V48Z"
        className="fill-brand"
      />
      <path
        d="M45 63c10 4.5 21 7 35 7s25-2.5 35-7"
        className="stroke-on-brand"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="6 7"
        opacity="0.7"
      />
      <path
        d="M26 30l-7-4M24 42l-9 1M134 30l7-4M136 42l9 1"
        className="stroke-line"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A coin that rolled away, for a page that does not exist. */
export function Lost() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <path d="M12 104h136" className="stroke-line" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M16 88c14-16 24-4 34-10s8-16 20-14"
        className="stroke-muted"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="2 9"
      />
      <circle cx="106" cy="70" r="31" className="fill-sun" />
      <circle cx="106" cy="70" r="23" className="stroke-coin-line" strokeWidth="3" opacity="0.35" />
      <circle cx="98" cy="66" r="3" className="fill-coin-line" />
      <circle cx="115" cy="63" r="3" className="fill-coin-line" />
      <path d="M101 80c4 3 11 2 15-3" className="stroke-coin-line" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

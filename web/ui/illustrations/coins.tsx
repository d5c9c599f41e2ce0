/** A small pile of coins. */
export function Coins({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 88 72" fill="none" aria-hidden="true" className={className}>
      <ellipse cx="44" cy="66" rx="38" ry="5" className="fill-on-accent-soft" opacity="0.12" />
      <rect x="8" y="50" width="40" height="13" rx="6.5" className="fill-accent" />
      <rect x="13" y="38" width="40" height="13" rx="6.5" className="fill-sun" />
      <rect x="7" y="26" width="40" height="13" rx="6.5" className="fill-accent" />
      <path
        d="M17 56.500h6M28 56.500h6M22 44.500h6M33 44.500h6M16 32.500h6M27 32.500h6"
        className="stroke-accent-soft"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="64" cy="46" r="18" className="fill-sun" />
      <circle cx="64" cy="46" r="12.5" className="stroke-accent" strokeWidth="2.5" />
      <path d="M64 40v12" className="stroke-accent" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M58 13l2-6M68 15l5-4M50 15l-3-5"
        className="stroke-sun"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

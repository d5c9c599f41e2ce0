/** A pocket turned inside out, for an error or a missing connection. */
export function Trouble() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="80" cy="108" rx="52" ry="6" className="fill-sunken" />
      <path
        d="M38 34c0-4 3-7 7-7 8 0 11 8 35 8s27-8 35-8c4 0 7 3 7 7v22c0 22-18 38-42 38S38 78 38 56V34Z"
        className="fill-brand-soft"
      />
      <path
        d="M46 47c9 4 20 6 34 6s25-2 34-6"
        className="stroke-brand"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="6 7"
      />
      <circle cx="67" cy="67" r="3.5" className="fill-on-brand-soft" />
      <circle cx="93" cy="67" r="3.5" className="fill-on-brand-soft" />
      <path
        d="M70 82c3-4 6-5.5 10-5.500S87 78 90 82"
        className="stroke-on-brand-soft"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M122 22l6-8M130 32l10-4M116 14l1-9"
        className="stroke-accent"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

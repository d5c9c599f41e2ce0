/** Decoration: coins falling into a stitched pocket with a card in it. */
export function HeroPicture() {
  return (
    <svg
      viewBox="0 0 480 420"
      fill="none"
      aria-hidden="true"
      className="mx-auto h-auto w-full max-w-md lg:max-w-none"
    >
      <circle cx="240" cy="220" r="190" className="fill-brand-soft" />
      <g transform="rotate(-9 250 190)">
        <rect x="140" y="104" width="220" height="190" rx="20" className="fill-accent" />
        <rect x="140" y="140" width="220" height="26" className="fill-[#8a3413]" opacity="0.28" />
        <rect x="164" y="118" width="34" height="12" rx="6" className="fill-surface" opacity="0.7" />
        <path
          d="M318 112c5 6 5 14 0 20M327 107c8 9 8 22 0 31"
          className="stroke-surface"
          strokeWidth="5"
          strokeLinecap="round"
          opacity="0.8"
        />
      </g>
      <Coin x={118} y={112} r={34} />
      <Coin x={236} y={58} r={42} />
      <Coin x={362} y={96} r={26} />
      <path
        d="M92 200c0-9 7-16 16-16 30 0 46 30 132 30s102-30 132-30c9 0 16 7 16 16v62c0 76-62 122-148 122S92 338 92 262v-62Z"
        className="fill-brand"
      />
      <path
        d="M112 236c34 15 74 24 128 24s94-9 128-24M116 284c8 50 58 82 124 82s116-32 124-82"
        className="stroke-on-brand"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="13 13"
        opacity="0.6"
      />
      <circle cx="112" cy="208" r="6" className="fill-sun" />
      <circle cx="368" cy="208" r="6" className="fill-sun" />
    </svg>
  );
}

function Coin({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} className="fill-sun" />
      <circle cx={x} cy={y} r={r * 0.74} className="stroke-[#8a3413]" strokeWidth="3" opacity="0.4" />
      <path
        d="M0-13v26M8-7c-2-4-5-5-8-5-5 0-8 3-8 6 0 8 16 4 16 12 0 4-4 6-8 6s-7-2-9-5"
        transform={`translate(${x} ${y}) scale(${r / 26})`}
        className="stroke-[#8a3413]"
        strokeWidth="3.500"
        strokeLinecap="round"
        opacity="0.75"
      />
    </g>
  );
}

/** Two prepaid cards, one behind the other. */
export function Cards() {
  return (
    <svg viewBox="0 0 160 120" fill="none" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="80" cy="110" rx="52" ry="5" className="fill-sunken" />
      <rect x="40" y="14" width="92" height="60" rx="10" transform="rotate(8 86 44)" className="fill-sun" />
      <rect
        x="26"
        y="36"
        width="96"
        height="62"
        rx="10"
        transform="rotate(-5 74 67)"
        className="fill-brand"
      />
      <g transform="rotate(-5 74 67)">
        <rect x="36" y="50" width="18" height="14" rx="3.5" className="fill-sun" />
        <path
          d="M36 84h26M72 84h12"
          className="stroke-on-brand"
          strokeWidth="4"
          strokeLinecap="round"
          opacity="0.8"
        />
        <path
          d="M98 50c4 3.5 4 10.5 0 14M104 46c7 6 7 16 0 22"
          className="stroke-on-brand"
          strokeWidth="3"
          strokeLinecap="round"
          opacity="0.8"
        />
      </g>
    </svg>
  );
}

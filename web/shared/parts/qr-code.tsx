import { encode } from 'uqr';

/** Quiet zone that readers need around the code (ISO/IEC 18004: four modules). */
const QUIET_ZONE = 4;

/** A QR code, drawn locally so that its text is sent nowhere. Dark on light in every theme, as readers expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="h-auto w-full max-w-44 rounded-2xl"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

import { useState } from 'react';
import { classes } from '#ui/classes.ts';

const ART = {
  prepaid_card: (
    <>
      <rect x="2" y="4" width="60" height="40" rx="7" className="fill-brand" />
      <rect x="10" y="14" width="12" height="9" rx="2.5" className="fill-sun" />
      <path
        d="M10 35h18M34 35h8"
        className="stroke-on-brand"
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.8"
      />
      <path
        d="M46 13c3 2.7 3 8.3 0 11M51 10c5 4.5 5 12.5 0 17"
        className="stroke-on-brand"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.8"
      />
    </>
  ),
  bus_ticket: (
    <>
      <path
        d="M8 8h48a4 4 0 0 1 4 4v7a5 5 0 0 0 0 10v7a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-7a5 5 0 0 0 0-10v-7a4 4 0 0 1 4-4Z"
        className="fill-sun"
      />
      <path d="M45 12v24" className="stroke-coin-line" strokeWidth="2" strokeDasharray="2.5 3" />
      <rect x="14" y="14" width="24" height="17" rx="4" className="fill-coin-line" />
      <rect x="17" y="17" width="8" height="6" rx="1.5" className="fill-sun" />
      <rect x="27" y="17" width="8" height="6" rx="1.5" className="fill-sun" />
      <circle cx="20" cy="32" r="3" className="fill-coin-line" />
      <circle cx="32" cy="32" r="3" className="fill-coin-line" />
      <path d="M16.5 27h3M32.5 27h3" className="stroke-sun" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  food_voucher: (
    <>
      <rect x="2" y="4" width="60" height="40" rx="7" className="fill-accent-soft" />
      <path d="M14 24h36c0 8-6 13-12 13H26c-6 0-12-5-12-13Z" className="fill-accent" />
      <path d="M11 24h42" className="stroke-on-accent-soft" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M25 19c-2-3 2-4 0-8M33 19c-2-3 2-4 0-8M41 19c-2-3 2-4 0-8"
        className="stroke-on-accent-soft"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.7"
      />
    </>
  ),
  gift_card: (
    <>
      <rect x="2" y="4" width="60" height="40" rx="7" className="fill-accent" />
      <path d="M21 4h7v40h-7z" className="fill-accent-soft" />
      <path d="M2 21h60v6H2z" className="fill-accent-soft" />
      <path
        d="M24.5 23c-9 1-14-3-12-7s9-1 12 7Zm0 0c9 1 14-3 12-7s-9-1-12 7Z"
        className="fill-sun stroke-on-accent-soft"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </>
  ),
  cash_credit: (
    <>
      <rect x="2" y="9" width="60" height="32" rx="5" className="fill-brand-soft" />
      <rect
        x="6"
        y="13"
        width="52"
        height="24"
        rx="3"
        className="stroke-on-brand-soft"
        strokeWidth="2"
        opacity="0.5"
      />
      <circle cx="32" cy="25" r="9" className="fill-brand" />
      <path
        d="M35 21.500c-1-1.5-6-1.8-6 0.8 0 3 6 2 6 5 0 2.5-5 2.3-6.2.500M32 18.500v13"
        className="stroke-on-brand"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="13" cy="25" r="2.5" className="fill-on-brand-soft" opacity="0.6" />
      <circle cx="51" cy="25" r="2.5" className="fill-on-brand-soft" opacity="0.6" />
    </>
  ),
};
export type RewardPicture = keyof typeof ART;

interface RewardArtProps {
  kind: RewardPicture;
  /** Path of the picture that staff chose; the drawing of the kind stands in for it. */
  picture?: string | null;
  className?: string;
}

/** The picture of a reward. It stands beside the reward's name, so screen readers skip it. */
export function RewardArt({ kind, picture = null, className }: RewardArtProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (picture !== null && failed !== picture)
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        decoding="async"
        width={64}
        height={48}
        onError={() => setFailed(picture)}
        className={classes('aspect-4/3 shrink-0 rounded-md object-contain', className)}
      />
    );
  return (
    <svg viewBox="0 0 64 48" fill="none" aria-hidden="true" className={classes('h-auto shrink-0', className)}>
      {ART[kind]}
    </svg>
  );
}

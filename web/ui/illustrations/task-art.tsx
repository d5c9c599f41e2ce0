import { classes } from '#ui/classes.ts';

const ART = {
  app_install: (
    <>
      <rect x="15" y="6" width="22" height="38" rx="5" className="fill-brand" />
      <rect x="18" y="11" width="16" height="25" rx="2" className="fill-surface" />
      <path d="M23 40h6" className="stroke-on-brand" strokeWidth="2" strokeLinecap="round" />
      <rect x="21" y="15" width="10" height="10" rx="3" className="fill-accent" />
      <circle cx="36" cy="34" r="8.5" className="fill-sun" />
      <path
        d="M36 29.500v8m-3.5-3.2 3.5 3.5 3.5-3.5"
        className="stroke-coin-line"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  video: (
    <>
      <rect x="5" y="10" width="38" height="27" rx="5" className="fill-accent" />
      <path d="M5 30h38v2a5 5 0 0 1-5 5H10a5 5 0 0 1-5-5z" className="fill-on-accent-soft" />
      <path d="M10 33.500h13" className="stroke-sun" strokeWidth="2.5" strokeLinecap="round" />
      <circle cx="24" cy="20" r="7.5" className="fill-surface" />
      <path d="M22 16.500v7l5.5-3.500z" className="fill-accent" />
      <path d="M17 42h14" className="stroke-accent" strokeWidth="2.5" strokeLinecap="round" />
    </>
  ),
  sign_up: (
    <>
      <rect x="5" y="11" width="36" height="27" rx="5" className="fill-brand" />
      <circle cx="16" cy="21" r="4.5" className="fill-sun" />
      <path d="M9 33c0-4.5 3-7 7-7s7 2.5 7 7z" className="fill-sun" />
      <path
        d="M28 20h8M28 26h5"
        className="stroke-on-brand"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity="0.8"
      />
      <circle cx="37" cy="36" r="7.5" className="fill-accent" />
      <path d="M37 32.500v7M33.5 36h7" className="stroke-surface" strokeWidth="2.2" strokeLinecap="round" />
    </>
  ),
  survey: (
    <>
      <rect x="10" y="8" width="28" height="36" rx="5" className="fill-sun" />
      <rect x="14" y="13" width="20" height="27" rx="2.5" className="fill-surface" />
      <rect x="18" y="5" width="12" height="7" rx="3" className="fill-coin-line" />
      <path
        d="m17 20 2 2 3-3.500M17 28l2 2 3-3.5"
        className="stroke-brand"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M25 21h6M25 29h6M18 35.500h9"
        className="stroke-muted"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.6"
      />
    </>
  ),
  browse: (
    <>
      <path d="M9 16h30l2.5 24a4 4 0 0 1-4 4h-27a4 4 0 0 1-4-4z" className="fill-brand" />
      <path
        d="M17 21v-7a7 7 0 0 1 14 0v7"
        className="stroke-sun"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="m24 26.5 1.9 3.8 4.2.6-3 3 .7 4.1-3.8-2-3.8 2 .7-4.1-3-3 4.2-.6z" className="fill-sun" />
    </>
  ),
  offer: (
    <>
      <rect x="8" y="22" width="32" height="21" rx="4" className="fill-accent" />
      <rect x="5" y="15" width="38" height="9" rx="3" className="fill-accent" />
      <path d="M5 23h38" className="stroke-on-accent-soft" strokeWidth="1.5" opacity="0.35" />
      <path d="M21 15h6v28h-6z" className="fill-sun" />
      <path
        d="M24 14.500C16 15 11 12 12.5 8.500S22 7 24 14.500Zm0 0c8 .5 13-2.5 11.5-6S26 7 24 14.500Z"
        className="fill-sun stroke-coin-line"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
    </>
  ),
};
export type TaskPicture = keyof typeof ART;

/** A picture of a task by its kind. It stands beside the task's name, so screen readers skip it. */
export function TaskArt({ kind, className }: { kind: TaskPicture; className?: string }) {
  return (
    <svg viewBox="0 0 48 48" fill="none" aria-hidden="true" className={classes('shrink-0', className)}>
      {ART[kind]}
    </svg>
  );
}

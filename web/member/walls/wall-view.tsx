import type { Wall } from '#contract/walls.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { SharingQuestion } from './sharing.tsx';
import { WallFrame } from './wall-frame.tsx';
import { WallScript } from './wall-script.tsx';

interface WallViewProps {
  wall: Wall;
  /** Replaces the wall's own. */
  height?: 'window';
  lazy?: boolean;
}

/** A wall as a frame or a script, below what delays the points that it pays. */
export function WallView(props: WallViewProps) {
  const { embed, holdDays } = props.wall;
  const opens = embed.kind !== 'none' && embed.kind !== 'paused';
  return (
    <>
      {opens && holdDays > 0 && <Held days={holdDays} />}
      <Embedded {...props} />
    </>
  );
}

function Held({ days }: { days: number }) {
  const t = useT('tasks.wall');
  return <p className="px-5 py-3 text-muted text-sm">{t('held', { days })}</p>;
}

function Embedded({ wall, height, lazy }: WallViewProps) {
  const { embed } = wall;
  if (embed.kind === 'script') return <WallScript wall={wall} embed={embed} />;
  if (embed.kind === 'none') return null;
  if (embed.kind === 'paused') return <PausedWall />;
  if (embed.kind === 'asked') return <SharingQuestion wall={wall} />;
  return (
    <WallFrame
      title={wall.title}
      url={embed.url}
      silent={wall.answers === false}
      height={height ?? embed.height}
      lazy={lazy}
    />
  );
}

function PausedWall() {
  const t = useT('tasks');
  return <EmptyState title={t('wallPaused')} text={t('wallPausedText')} />;
}

/** The walls that can be shown; some only send postbacks. */
export const shownWalls = (walls: readonly Wall[]): Wall[] =>
  walls.filter(({ embed }) => embed.kind !== 'none');

/** The first of them at which something can be earned now; a wall that is paused starts nothing. */
export const openWall = (walls: readonly Wall[]): Wall | undefined =>
  shownWalls(walls).find(({ embed }) => embed.kind !== 'paused');

import type { Wall } from '#contract/walls.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { SharingQuestion } from './sharing.tsx';
import { WallFrame } from './wall-frame.tsx';
import { WallScript } from './wall-script.tsx';

/** A wall as a frame or a script. `height` replaces the wall's own. */
export function WallView({ wall, height, lazy }: { wall: Wall; height?: 'window'; lazy?: boolean }) {
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

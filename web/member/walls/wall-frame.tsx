import { useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { isThirdParty, sandboxOf } from './sandbox.ts';
import { useFrameState } from './use-frame-state.ts';
import { WallHelp } from './wall-help.tsx';
import { WallTrouble } from './wall-trouble.tsx';

interface WallFrameProps {
  title: string;
  url: string;
  /** Set if its host does not answer this site: browsers say nothing of it to the page. */
  silent?: boolean;
  /** Pixels; `window` is what bar, tabs and navigation leave of the window, with a usable minimum. */
  height: number | 'window';
  /** Set if the frame starts outside the viewport. */
  lazy?: boolean;
}

/** In CSS, because a window can be rotated or resized while the frame stays. */
const WINDOW_HEIGHT = 'h-[max(480px,calc(100dvh-260px))]';

/** A wall in a frame of exactly the given height. */
export function WallFrame({ title, url, silent = false, height, lazy = false }: WallFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, attempt, onLoad, reload } = useFrameState(frame, url, silent);
  const isEmpty = state === 'blocked' || state === 'silent';
  const sized = height !== 'window' && !isEmpty;
  return (
    <div>
      {/* A filter may have removed the frame, and nothing is in a blocked one: what is wrong is said in its place. */}
      <div className="relative min-h-96">
        <iframe
          key={attempt}
          ref={frame}
          title={title}
          src={url}
          sandbox={sandboxOf(url, location.origin)}
          loading={lazy ? 'lazy' : 'eager'}
          onLoad={onLoad}
          height={sized ? height : undefined}
          className={classes(
            'block w-full bg-surface',
            isEmpty ? 'h-96' : height === 'window' && WINDOW_HEIGHT,
          )}
        />
        <WallTrouble title={title} state={state} onReload={reload} />
      </div>
      <WallHelp title={title} onReload={reload} url={isThirdParty(url, location.origin) ? url : undefined} />
    </div>
  );
}

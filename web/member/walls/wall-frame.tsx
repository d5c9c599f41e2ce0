import { useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { isThirdParty, sandboxOf } from './sandbox.ts';
import { useFrameState } from './use-frame-state.ts';
import { WallHelp } from './wall-help.tsx';
import { WallTrouble } from './wall-trouble.tsx';

interface WallFrameProps {
  title: string;
  url: string;
  /** Pixels; `window` is what the bar, the tabs and the navigation leave of the window, and never too little to use. */
  height: number | 'window';
  /** Set where the frame starts out of sight. */
  lazy?: boolean;
}

/** In CSS, since a window can be turned or resized while the frame stays. */
const WINDOW_HEIGHT = 'h-[max(480px,calc(100dvh-260px))]';

/** A wall in a frame of exactly the given height. */
export function WallFrame({ title, url, height, lazy = false }: WallFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, attempt, onLoad, reload } = useFrameState(frame, url);
  return (
    <div>
      <div className="relative">
        <iframe
          key={attempt}
          ref={frame}
          title={title}
          src={url}
          sandbox={sandboxOf(url, location.origin)}
          loading={lazy ? 'lazy' : 'eager'}
          onLoad={onLoad}
          height={height === 'window' ? undefined : height}
          className={classes('block w-full bg-surface', height === 'window' && WINDOW_HEIGHT)}
        />
        <WallTrouble title={title} state={state} onReload={reload} />
      </div>
      <WallHelp title={title} onReload={reload} url={isThirdParty(url, location.origin) ? url : undefined} />
    </div>
  );
}

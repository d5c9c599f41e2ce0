import { useEffect, useRef, useState } from 'react';
import type { Wall, WallEmbed } from '#contract/walls.ts';
import { hostOf, restartScript, runScript } from './script-host.ts';
import { type FrameState, SLOW_AFTER_MS } from './use-frame-state.ts';
import { WallHelp } from './wall-help.tsx';
import { WallTrouble } from './wall-trouble.tsx';

interface WallScriptProps {
  wall: Wall;
  embed: Extract<WallEmbed, { kind: 'script' }>;
}

/** A wall that a vendor's script draws into its slots. */
export function WallScript({ wall, embed }: WallScriptProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FrameState>('loading');
  const told = (loaded: boolean) => setState(loaded ? 'loaded' : 'blocked');

  useEffect(() => {
    const host = hostOf(wall.id, embed);
    let shown = true;
    place.current?.append(host);
    runScript(wall.id, embed, (loaded) => shown && setState(loaded ? 'loaded' : 'blocked'));
    return () => {
      shown = false;
      host.remove();
    };
  }, [wall.id, embed]);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const reload = () => {
    setState('loading');
    restartScript(wall.id, embed, told);
  };
  return (
    <div>
      <div className="relative min-h-96 p-5">
        <div ref={place} />
        <WallTrouble title={wall.title} state={state} onReload={reload} />
      </div>
      <WallHelp title={wall.title} onReload={reload} />
    </div>
  );
}

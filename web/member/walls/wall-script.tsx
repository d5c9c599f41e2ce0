import { useEffect, useRef, useState } from 'react';
import type { Wall, WallEmbed } from '#contract/walls.ts';
import { HEIGHT_MIN, readFrameMessage, startMessage } from './frame-messages.ts';
import { sandboxOf } from './sandbox.ts';
import { type FrameState, SLOW_AFTER_MS } from './use-frame-state.ts';
import { WallHelp } from './wall-help.tsx';
import { WallTrouble } from './wall-trouble.tsx';

interface WallScriptProps {
  wall: Wall;
  embed: Extract<WallEmbed, { kind: 'script' }>;
}

/** A wall that a vendor's script draws, in a frame without an origin: the script reaches neither this page nor its session. */
export function WallScript({ wall, embed }: WallScriptProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isDue = useRestart(wall.id, embed);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<FrameState>('loading');
  const [height, setHeight] = useState(HEIGHT_MIN);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      const vendor = frame.current?.contentWindow;
      if (!vendor || source !== vendor) return;
      const said = readFrameMessage(data);
      if (!said) return;
      // A page without an origin can be addressed only so. It is ours until its script runs, which has all of this anyway.
      if ('ready' in said) vendor.postMessage(startMessage(embed), '*');
      else if ('loaded' in said) setState(said.loaded ? 'loaded' : 'blocked');
      else setHeight(said.height);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [embed]);

  useEffect(() => {
    if (state !== 'loading') return;
    const timer = setTimeout(() => setState('slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const reload = () => {
    setState('loading');
    setAttempt((count) => count + 1);
  };
  return (
    <div>
      <div className="relative min-h-96 p-5">
        {isDue && (
          <iframe
            key={attempt}
            ref={frame}
            title={wall.title}
            src={embed.frame}
            sandbox={sandboxOf(embed.frame, location.origin)}
            height={height}
            className="block w-full"
          />
        )}
        <WallTrouble title={wall.title} state={state} onReload={reload} />
      </div>
      <WallHelp title={wall.title} onReload={reload} />
    </div>
  );
}

/** After a change of its configuration, a vendor's script restarts this much later. */
const RESTART_MS = 1_000;
/** Wall id -> the configuration that this page has shown last. */
const shown = new Map<string, string>();

/** Whether the script may run: at once, but a second later if this page has shown the wall with another configuration. */
function useRestart(wallId: string, embed: WallScriptProps['embed']): boolean {
  const configuration = JSON.stringify(embed);
  const [due, setDue] = useState<string>();
  useEffect(() => {
    const before = shown.get(wallId);
    shown.set(wallId, configuration);
    const wait = before === undefined || before === configuration ? 0 : RESTART_MS;
    const timer = setTimeout(() => setDue(configuration), wait);
    return () => clearTimeout(timer);
  }, [wallId, configuration]);
  return due === configuration;
}

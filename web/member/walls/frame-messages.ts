import type { WallEmbed } from '#contract/walls.ts';

type ScriptEmbed = Extract<WallEmbed, { kind: 'script' }>;

/** Pixels. A vendor's script decides how high it is, within these. */
export const HEIGHT_MIN = 384;
const HEIGHT_MAX = 8_000;

export type FrameMessage = { ready: true } | { loaded: boolean } | { height: number };

/** What the page of a script says; undefined for anything else, since the script can send what it likes. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  if (data === 'ready') return { ready: true };
  if (typeof data !== 'object' || data === null) return undefined;
  if ('loaded' in data && typeof data.loaded === 'boolean') return { loaded: data.loaded };
  if ('height' in data && typeof data.height === 'number' && Number.isFinite(data.height))
    return { height: Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, Math.ceil(data.height))) };
  return undefined;
}

/**
 * What the page of a script needs. Slots are part of the configuration too, as CPX Research documents it:
 * `script_config: [{ div_id, ... }]`.
 */
export function startMessage({ src, globalVar, config, slots }: ScriptEmbed) {
  const isComplete = typeof config !== 'object' || config === null || 'script_config' in config;
  const script_config = slots.map(({ divId, options }) => ({ div_id: divId, ...options }));
  return { src, globalVar, slots, config: isComplete ? config : { ...config, script_config } };
}

import type { WallEmbed } from '#contract/walls.ts';

type ScriptEmbed = Extract<WallEmbed, { kind: 'script' }>;

/** After a change of its configuration, a vendor's script restarts this much later. */
export const REFRESH_MS = 1_000;

interface Host {
  element: HTMLElement;
  /** The configuration of the running script. */
  configuration: string;
  refresh?: ReturnType<typeof setTimeout> | undefined;
}
const hosts = new Map<string, Host>();

/**
 * The element with the slots of a script wall. It lives as long as the page, outside React's control, because such
 * scripts keep references to its nodes. Attach it, then call `runScript`.
 */
export function hostOf(wallId: string, embed: ScriptEmbed): HTMLElement {
  const known = hosts.get(wallId);
  if (known) return known.element;
  const element = document.createElement('div');
  element.append(...embed.slots.map(slotElement));
  hosts.set(wallId, { element, configuration: '' });
  return element;
}

/**
 * Gives the script its configuration and starts it: at once the first time, a second later if the configuration has
 * changed, not at all if it is the same. Such scripts read their variable once and cannot restart, so a restart empties
 * the slots and adds the script anew. `told` gets the result of loading.
 */
export function runScript(wallId: string, embed: ScriptEmbed, told: (loaded: boolean) => void): void {
  const host = hosts.get(wallId);
  if (!host) throw new Error(`The wall ${wallId} has no host`);
  const config = configOf(embed);
  const configuration = JSON.stringify([embed.src, config]);
  if (configuration === host.configuration) {
    told(true);
    return;
  }
  const first = host.configuration === '';
  host.configuration = configuration;
  clearTimeout(host.refresh);
  empty(host);
  Reflect.set(window, embed.globalVar, config);
  if (first) start(host, embed, told);
  else host.refresh = setTimeout(() => start(host, embed, told), REFRESH_MS);
}

/** Starts the script again, for example after it was blocked. */
export function restartScript(wallId: string, embed: ScriptEmbed, told: (loaded: boolean) => void): void {
  const host = hosts.get(wallId);
  if (host) start(host, embed, told);
}

/** Removes what the script has drawn, as it may belong to the previous member. */
function empty({ element }: Host): void {
  for (const old of element.querySelectorAll('script')) old.remove();
  for (const slot of element.children) slot.replaceChildren();
}

function start(host: Host, embed: ScriptEmbed, told: (loaded: boolean) => void): void {
  empty(host);
  const script = document.createElement('script');
  script.src = embed.src;
  script.async = true;
  script.addEventListener('load', () => told(true));
  script.addEventListener('error', () => {
    // A script that never ran must be started in full the next time.
    host.configuration = '';
    told(false);
  });
  host.element.append(script);
}

/** The vendor's configuration with its slots, as CPX Research documents it: `script_config: [{ div_id, ... }]`. */
function configOf({ config, slots }: ScriptEmbed): unknown {
  if (typeof config !== 'object' || config === null || 'script_config' in config) return config;
  return { ...config, script_config: slots.map(({ divId, options }) => ({ div_id: divId, ...options })) };
}

function slotElement({ divId, style }: ScriptEmbed['slots'][number]): HTMLElement {
  const slot = document.createElement('div');
  slot.id = divId;
  // CSSOM is allowed by the content security policy; style attributes are not.
  if (style) slot.style.cssText = style;
  return slot;
}

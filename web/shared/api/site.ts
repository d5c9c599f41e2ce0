import type { Site } from '#contract/site.ts';
import { call } from './call.ts';

let loaded: Site | undefined;
let loading: Promise<Site> | undefined;

/** Reads the settings that the server wrote into the page, or asks the API if there are none; once, at start. */
export function loadSite(): Promise<Site> {
  loading ??= read();
  return loading;
}

async function read(): Promise<Site> {
  const inlined: Partial<Site> = JSON.parse(document.getElementById('site')?.textContent || '{}');
  loaded = inlined.productName ? (inlined as Site) : await call('GET /api/site');
  return loaded;
}

/** The public settings of this site. Throws before `loadSite` is done. */
export function site(): Site {
  if (!loaded) throw new Error('The settings of the site are not loaded yet');
  return loaded;
}

import { expect } from 'vitest';

/** The metrics of a site in a text that has the figures of its database, for which a busy one may need more than one try. */
export async function metricsWithFigures({ url }: { url: string }): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      text = await (await fetch(`${url}/metrics`)).text();
      return text;
    })
    .toMatch(/^site_figures_read 1$/m);
  return text;
}

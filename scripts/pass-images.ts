/**
 * Draws the images of reward passes from the site's icon, in the three sizes of Apple Wallet: `node
 * scripts/pass-images.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

const ROOT = path.join(import.meta.dirname, '..');
/** Side lengths in points, from https://developer.apple.com/design/human-interface-guidelines/wallet. */
const SIDES = { icon: 29, logo: 50 };
const SCALES = [1, 2, 3];

const drawing = await readFile(path.join(ROOT, 'web/public/icon.svg'), 'utf8');
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
for (const [name, side] of Object.entries(SIDES)) {
  for (const scale of SCALES) {
    const page = await browser.newPage({
      viewport: { width: side, height: side },
      deviceScaleFactor: scale,
    });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${side}px}</style>${drawing}`);
    const image = await page.screenshot({ omitBackground: true });
    const file = `${name}${scale === 1 ? '' : `@${scale}x`}.png`;
    await writeFile(path.join(ROOT, 'providers/passes/images', file), image);
    await page.close();
  }
}
await browser.close();

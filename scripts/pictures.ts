/**
 * Makes the pixel images from web/public/icon.svg: `node scripts/pictures.ts`. A browser draws icons for installed
 * apps and old browsers, and the card that social networks show beside a link, into web/public. The card has no
 * words, so it fits every language and every name of a site.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';

const TARGET = path.join(import.meta.dirname, '../web/public');
const PAPER = '#d9efe6';
/** A maskable icon may be cut to a circle of 80% (https://www.w3.org/TR/appmanifest/#icon-masks). */
const SAFE_PART = 0.72;
const CARD = { width: 1200, height: 630 };
const FAVICON_SIZE = 32;

const mark = await readFile(path.join(TARGET, 'icon.svg'), 'utf8');
const bareMark = mark.replace(/<rect [^>]*\/>/, '');
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  const page = await browser.newPage();
  const draw = async (size: { width: number; height: number }, body: string, omitBackground = false) => {
    await page.setViewportSize(size);
    await page.setContent(`<!doctype html><style>*{margin:0}svg{display:block}</style>${body}`);
    return page.screenshot({ omitBackground });
  };
  const icon = (size: number) =>
    draw(
      { width: size, height: size },
      mark.replace('<svg ', `<svg width="${size}" height="${size}" `),
      true,
    );
  const full = (size: number) =>
    draw({ width: size, height: size }, centred(bareMark, size, size, Math.round(size * SAFE_PART)));
  await save('icon-192.png', await icon(192));
  await save('icon-512.png', await icon(512));
  await save('icon-maskable-512.png', await full(512));
  await save('apple-touch-icon.png', await full(180));
  await save('favicon.ico', asIco(await icon(FAVICON_SIZE), FAVICON_SIZE));
  await save('social-card.png', await draw(CARD, centred(bareMark, CARD.width, CARD.height, 460)));
} finally {
  await browser.close();
}

function save(name: string, content: Buffer): Promise<void> {
  return writeFile(path.join(TARGET, name), content);
}

/** The mark in the middle of its background. */
function centred(svg: string, width: number, height: number, size: number): string {
  return `<div style="width:${width}px;height:${height}px;display:grid;place-items:center;background:${PAPER}">${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}</div>`;
}

/** One PNG in an ICO container (ICONDIR and ICONDIRENTRY of Windows, read by every browser). */
function asIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

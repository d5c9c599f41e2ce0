/**
 * Makes the example video of the missions: `node scripts/example-video.ts`. A browser draws each frame on a canvas
 * and the system's ffmpeg encodes them into web/public/media.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { scene } from './example-video-scene.ts';

const SECONDS = 30;
const FRAMES_PER_SECOND = 24;
const SIZE = { width: 854, height: 480 };
const TARGET = path.join(import.meta.dirname, '../web/public/media/example');
/** Both files together stay under 600 KB. */
const ENCODINGS = [
  { file: `${TARGET}.webm`, options: ['-c:v', 'libvpx-vp9', '-crf', '42', '-b:v', '0', '-row-mt', '1'] },
  {
    file: `${TARGET}.mp4`,
    options: ['-c:v', 'libx264', '-crf', '30', '-preset', 'veryslow', '-movflags', '+faststart'],
  },
];

const frames = await mkdtemp(path.join(tmpdir(), 'example-video-'));
try {
  await drawFrames(frames);
  await mkdir(path.dirname(TARGET), { recursive: true });
  for (const { file, options } of ENCODINGS) {
    const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', path.join(frames, '%04d.png')];
    await run('ffmpeg', [
      '-y',
      '-loglevel',
      'error',
      ...input,
      ...options,
      '-pix_fmt',
      'yuv420p',
      '-an',
      file,
    ]);
  }
} finally {
  await rm(frames, { recursive: true });
}

async function drawFrames(folder: string): Promise<void> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage();
  await page.setContent(`<canvas width="${SIZE.width}" height="${SIZE.height}"></canvas>`);
  await page.evaluate(`window.scene = ${scene.toString()}`);
  for (let frame = 0; frame < SECONDS * FRAMES_PER_SECOND; frame += 1) {
    const image = await page.evaluate<string>(`(() => {
      const canvas = document.querySelector('canvas');
      scene(canvas.getContext('2d'), ${frame / FRAMES_PER_SECOND}, ${SECONDS}, canvas.width, canvas.height);
      return canvas.toDataURL('image/png').split(',')[1];
    })()`);
    await writeFile(path.join(folder, `${String(frame).padStart(4, '0')}.png`), Buffer.from(image, 'base64'));
  }
  await browser.close();
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

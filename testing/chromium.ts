import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import chromium, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';

const SYSTEM_BROWSERS = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** A browser of this machine: a Chrome of the system if there is one, else the one from npm. */
export interface FoundBrowser {
  path: string;
  /** The folder of libraries that it needs and the system lacks. */
  libraries: string | undefined;
}

/** Finds the browser, and unpacks what it needs. */
export async function findBrowser(): Promise<FoundBrowser> {
  const system = SYSTEM_BROWSERS.find((file) => existsSync(file));
  return {
    path: system ?? (await chromium.executablePath()),
    libraries: system || hasLibraries() ? undefined : await unpackLibraries(),
  };
}

/** Settings to start it with. `args` are added to those that every start needs. */
export const launchOptions = ({ path: executablePath, libraries }: FoundBrowser, args: string[] = []) => ({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...args],
  ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
});

/** Chromium needs NSS, which small systems lack. */
function hasLibraries(): boolean {
  try {
    return execFileSync('ldconfig', ['-p'], { encoding: 'utf8' }).includes('libnss3.so');
  } catch {
    return false;
  }
}

async function unpackLibraries(): Promise<string> {
  const packageFolder = path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  await inflate(path.join(packageFolder, '../bin/al2023.tar.br'));
  const libraries = path.join(tmpdir(), 'al2023', 'lib');
  setupLambdaEnvironment(libraries);
  return libraries;
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import chromium, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    browserPath: string;
    libraryPath: string | undefined;
  }
}

const SYSTEM_BROWSERS = ['/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Prepares the browser once for the run: a Chrome of the system if there is one, else the one from npm. */
export default async function setup(project: TestProject) {
  const system = SYSTEM_BROWSERS.find((file) => existsSync(file));
  project.provide('browserPath', system ?? (await chromium.executablePath()));
  project.provide('libraryPath', system || hasLibraries() ? undefined : await unpackLibraries());
}

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

import type { TestProject } from 'vitest/node';
import { type FoundBrowser, findBrowser } from '#testing/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser;
  }
}

/** Prepares the browser once for the run. */
export default async function setup(project: TestProject) {
  project.provide('browser', await findBrowser());
}

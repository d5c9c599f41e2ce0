import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Cleans up after the test that calls this, or after the file if none is running; the last called is the first to run.
 * Vitest forgets an `afterAll` that is called within a test, and with it the processes that it should end.
 */
export function afterwards(clean: () => unknown): void {
  const work = async () => void (await clean());
  if (TestRunner.getCurrentTest()) onTestFinished(work);
  else afterAll(work);
}

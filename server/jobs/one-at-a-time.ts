/** Returns a task that ends at once while this process runs it already, so that it never holds all workers. */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
    }
  };
}

/** Tries after the first failure. */
export const RETRIES_MAX = 2;
const RETRY_AFTER_MS = 800;

/** Calls `load` until it succeeds; throws the last failure once every try has failed. */
export async function withRetries<T>(load: () => Promise<T>, waitMs = RETRY_AFTER_MS): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await load();
    } catch (error) {
      if (retry >= RETRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

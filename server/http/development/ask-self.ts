const ANSWER_TIMEOUT_MS = 10_000;
const ANSWER_LENGTH_MAX = 200;

/** Calls this server over HTTP, as somebody outside would. Returns status and body as text, or why there is no answer. */
export async function askSelf(address: string): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return `${answer.status} ${(await answer.text()).slice(0, ANSWER_LENGTH_MAX)}`;
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.message : error}`;
  }
}

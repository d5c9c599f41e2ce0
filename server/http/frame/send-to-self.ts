import { Refusal } from '#domain/common/refusal.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const ANSWER_LENGTH_MAX = 200;

/** Sends a call to this server over HTTP, as an outside caller would. Throws Refusal wall_unreachable. */
export async function sendToSelf(
  origin: string,
  call: { method: string; target: string; headers: Record<string, string>; body: string },
): Promise<{ status: number; body: string }> {
  try {
    const answer = await fetch(origin + call.target, {
      method: call.method,
      headers: call.headers,
      ...(call.method === 'GET' ? {} : { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return { status: answer.status, body: (await answer.text()).slice(0, ANSWER_LENGTH_MAX) };
  } catch {
    throw new Refusal('wall_unreachable');
  }
}

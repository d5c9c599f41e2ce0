// A payout provider: a shop of vouchers with an HTTP interface that keeps idempotency keys.

/** @param {{ variable: (name: string) => string | undefined, development: boolean }} given */
function openShop({ variable, development }) {
  const address = variable('EXAMPLE_CARDS_URL') ?? '';
  const key = variable('EXAMPLE_CARDS_KEY');
  if (!key) throw new Error('EXAMPLE_CARDS_KEY must be set');
  if (!development && !address.startsWith('https:'))
    throw new Error('EXAMPLE_CARDS_URL must be https in production');
  const ask = (method, path, signal, body) =>
    fetch(address + path, {
      method,
      signal,
      redirect: 'error',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  /** What an answer means. Whatever is not known for sure is `unknown`, never `rejected`, or a reward could be paid twice. */
  const outcome = async (answer, missing) => {
    // A wrong key: nothing was made, and the site leaves the shop alone for a while.
    if ([401, 403].includes(answer.status)) return { t: 'retry', code: 'config' };
    if (answer.status === 429) return { t: 'retry', code: 'rate' };
    // A proxy in front of the shop answers with 404 and 422 too, but not in the shop's own form.
    const body = await answer.json().catch(() => undefined);
    if (answer.status === 404 && body?.error === 'not_found') return missing;
    if (answer.status === 422 && body?.error === 'refused') return { t: 'rejected', code: 'refused_by_shop' };
    if (!answer.ok || typeof body?.id !== 'string') return { t: 'unknown', code: `status_${answer.status}` };
    return { t: 'issued', ref: body.id, reveal: 'code' };
  };
  const order = async ({ redemptionId, amountCents }, signal) =>
    outcome(await ask('PUT', `/vouchers/${redemptionId}`, signal, { cents: amountCents }), {
      t: 'unknown',
      code: 'gone',
    });
  return {
    id: 'example-cards',
    delivery: 'at_once',
    prepare: order,
    commit: (request, _ref, signal) => order(request, signal),
    lookup: async ({ redemptionId }, signal) =>
      outcome(await ask('GET', `/vouchers/${redemptionId}`, signal), { t: 'absent' }),
    void: async () => ({ t: 'rejected', code: 'issued' }),
    code: async (ref, signal) => {
      const answer = await ask('GET', `/vouchers/${ref}`, signal);
      return answer.ok ? { code: (await answer.json()).code, pin: null, expiresAt: null } : undefined;
    },
  };
}

export default {
  pocketful: 1,
  name: 'example-cards',
  variables: ['EXAMPLE_CARDS_URL', 'EXAMPLE_CARDS_KEY'],
  payouts: openShop,
};

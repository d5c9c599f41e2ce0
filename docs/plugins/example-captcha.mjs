// A captcha: a service that makes challenges for ALTCHA's widget, and checks what the widget returns.

/** @param {{ variable: (name: string) => string | undefined }} given */
function openService({ variable }) {
  const address = variable('EXAMPLE_CAPTCHA_URL');
  if (!address) throw new Error('EXAMPLE_CAPTCHA_URL must be set');
  const ask = async (path, body) => {
    const signal = AbortSignal.timeout(3_000);
    const answer = await fetch(address + path, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };
  return {
    // The service binds the challenge to what it is for and to the member, so that neither can be exchanged.
    challenge: (action, memberId) => ask('/challenges', { action, memberId }),
    verify: async (token, memberId) => {
      if (token.trim() === '') return { t: 'missing' };
      try {
        const { valid, action, id, expiresAt } = await ask('/solutions', { token, memberId });
        return valid
          ? { t: 'ok', action, solution: { id, expiresAt: new Date(expiresAt) } }
          : { t: 'invalid' };
      } catch {
        return { t: 'unavailable' };
      }
    },
  };
}

export default {
  pocketful: 1,
  name: 'example-captcha',
  variables: ['EXAMPLE_CAPTCHA_URL'],
  captcha: openService,
};

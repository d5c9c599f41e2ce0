// A mail transport: a service that takes mails over HTTP.

/** @param {{ variable: (name: string) => string | undefined, mailFrom: string }} given */
function openService({ variable, mailFrom }) {
  const [address, key] = [variable('EXAMPLE_MAIL_URL'), variable('EXAMPLE_MAIL_KEY')];
  if (!address || !key) throw new Error('EXAMPLE_MAIL_URL and EXAMPLE_MAIL_KEY must be set');
  return {
    // A mail that is not taken throws, and the site sends it again later with the same Message-ID.
    send: async (mail) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ from: mailFrom, ...mail }),
        redirect: 'error',
        signal: AbortSignal.timeout(20_000),
      });
      if (!answer.ok) throw new Error(`the mail service answered ${answer.status}`);
    },
  };
}

export default {
  pocketful: 1,
  name: 'example-mail',
  variables: ['EXAMPLE_MAIL_URL', 'EXAMPLE_MAIL_KEY'],
  mail: openService,
};

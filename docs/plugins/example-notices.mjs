// A notice channel: hands what members are told to a messenger.

/** @param {{ variable: (name: string) => string | undefined, appUrl: string }} given */
function openMessenger({ variable, appUrl }) {
  const address = variable('EXAMPLE_NOTICES_URL');
  if (!address) throw new Error('EXAMPLE_NOTICES_URL must be set');
  return {
    // The messenger drops a second message with the same id.
    tell: async ({ id, memberId, title, body, path, language }, signal) => {
      const message = { id, to: memberId, title, body, link: appUrl + path, language };
      const answer = await fetch(address, {
        method: 'POST',
        body: JSON.stringify(message),
        signal,
        redirect: 'error',
      });
      if (!answer.ok) throw new Error(`the messenger answered ${answer.status}`);
    },
  };
}

export default {
  pocketful: 1,
  name: 'example-notices',
  variables: ['EXAMPLE_NOTICES_URL'],
  notices: openMessenger,
};

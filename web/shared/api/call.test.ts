import { expect, test } from 'vitest';
import { failure } from './call.ts';

const json = (body: unknown, init: ResponseInit) => new Response(JSON.stringify(body), init);

test('the message of a failed call is the status, a colon, a space and the error of the JSON body', async () => {
  const error = await failure(
    json({ error: 'Wrong email or password.', code: 'wrong_credentials' }, { status: 401 }),
  );
  expect(error.message).toBe('401: Wrong email or password.');
  expect(error).toMatchObject({ status: 401, code: 'wrong_credentials', fields: {}, details: {} });
});

test('a response without such JSON becomes the message unchanged', async () => {
  const error = await failure(new Response('upstream is down', { status: 502, statusText: 'Bad Gateway' }));
  expect(error.message).toBe('502: upstream is down');
  expect(error.code).toBeUndefined();
  expect((await failure(json(['no', 'error'], { status: 500 }))).message).toBe('500: ["no","error"]');
});

test('an empty body is replaced by its status text', async () => {
  const error = await failure(new Response('', { status: 502, statusText: 'Bad Gateway' }));
  expect(error.message).toBe('502: Bad Gateway');
});

test('fields, details and the time to wait are kept', async () => {
  const error = await failure(
    json(
      {
        error: 'Too many attempts.',
        code: 'too_many_requests',
        fields: { email: 'Required' },
        details: { missing: 5 },
      },
      { status: 429, headers: { 'Retry-After': '90' } },
    ),
  );
  expect(error).toMatchObject({ fields: { email: 'Required' }, details: { missing: 5 }, retryAfter: 90 });
});

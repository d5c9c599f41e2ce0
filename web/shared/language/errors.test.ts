import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { CallError } from '#web/shared/api/call.ts';
import messages from '#web/shared/language/messages/en/app.json' with { type: 'json' };
import { useErrorText } from './errors.ts';

/** What a member reads who must wait so many seconds. */
function told(retryAfter: number): string {
  const refused = new CallError({
    ...{ status: 429, text: 'Too many attempts.', retryAfter },
    body: { code: 'too_many_requests' },
  });
  const Words = () => useErrorText().text(refused);
  const settings = { locale: 'en', timeZone: 'UTC', messages: { errors: messages.errors } };
  const children = createElement(Words);
  return renderToStaticMarkup(createElement(IntlProvider, { ...settings, children }));
}

test.each([
  [20, '1 minute'],
  [60 * 119, '119 minutes'],
  [60 * 120, '2 hours'],
  [60 * 120 + 1, '3 hours'],
  [60 * 1380, '23 hours'],
])('a wait of %i seconds is told as %s, never too short', (seconds, time) => {
  expect(told(seconds)).toBe(`Too many attempts. Please try again in ${time}.`);
});

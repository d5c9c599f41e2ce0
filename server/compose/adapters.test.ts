import { expect, test, vi } from 'vitest';
import { type Config, readConfig } from '#server/config/config.ts';
import { createLog } from '#server/log.ts';
import { openMail } from './adapters.ts';

test('a mail that a plug-in neither takes nor refuses is given up after a minute', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(10));
  const silent = { name: 'silent', mail: async () => ({ send: () => new Promise<void>(() => {}) }) };
  const config = { ...readConfig({}), plugins: [silent] } as unknown as Config;
  const { mailer, close } = await openMail(config, createLog('silent'));
  const mail = { to: 'robin@example.com', subject: 'A code', text: '123456', html: '<p>123456</p>' };
  await expect(mailer.send(mail)).rejects.toThrow('timeout');
  expect(limits.mock.calls).toEqual([[60_000]]);
  limits.mockRestore();
  await close();
});

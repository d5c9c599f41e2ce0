import { expect, test, vi } from 'vitest';
import { type PayoutProvider, receivePayoutEvent } from '#domain/redemption/index.ts';
import { testDatabase } from '#testing/database.ts';

const { transact } = await testDatabase();

test('a message whose provider does not say in time which reward it is about must be sent again', async () => {
  const silent = {
    id: 'silent',
    parseWebhook: () => ({ id: 'event', kind: 'canceled', about: { part: 'part' } }),
    trace: () => new Promise<never>(() => {}),
  } as unknown as PayoutProvider;
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort(new Error('too late')));
  const received = receivePayoutEvent(transact, silent, Buffer.from('{}'), () => undefined);
  await expect(received).rejects.toThrow('too late');
});

import { afterAll, vi } from 'vitest';
import { WAIT } from './patience.ts';

/**
 * Until the end of the test file, calls to other sites may take long where the product allows them a few seconds, except
 * while `isStrict`. A stand-in on a busy machine may take longer than a vendor.
 */
export function patientCalls(isStrict: () => boolean = () => false): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(isStrict() ? ms : WAIT.timeout));
  afterAll(() => limits.mockRestore());
}

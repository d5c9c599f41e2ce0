import { fault } from '#contract/faults.ts';
import { requestId as rule } from '#contract/rules.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * The browser names its request in the body or as Idempotency-Key; where both are sent, they must agree. Throws Refusal
 * request_id_required, invalid_input.
 */
export function oneRequestId(inBody: string | undefined, inHeader: string | undefined): string {
  const requestId = inBody ?? inHeader;
  if (requestId === undefined) throw new Refusal('request_id_required');
  const agreed = inBody === undefined || inHeader === undefined || inBody === inHeader;
  if (!agreed || !rule.safeParse(requestId).success) {
    throw new Refusal('invalid_input', { fields: { requestId: fault('invalid') } });
  }
  return requestId;
}

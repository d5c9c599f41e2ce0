import { fault } from '#contract/faults.ts';
import { requestId as rule } from '#contract/rules.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Reads the id that the browser gave its request, from the body or from Idempotency-Key; if both are sent, they must be
 * equal. Throws Refusal request_id_required, invalid_input.
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

import { expect, test } from 'vitest';
import { adjustPoints } from '#contract/approvals.ts';
import { giveAward } from '#contract/awards.ts';
import { decideClaim } from '#contract/claims.ts';
import { createMission } from '#contract/missions.ts';
import { ASKS } from './may.ts';

test('what somebody asked for is judged by the permission of the call that asks for it', () => {
  expect(ASKS).toEqual({
    award: giveAward.permission,
    adjustment: adjustPoints.permission,
    claim: decideClaim.permission,
    mission: createMission.permission,
  });
});

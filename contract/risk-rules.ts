import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { RISK_RULE_IDS, RISK_TRIAL_DAYS_MAX } from './risk-rules.values.ts';

const parameters = z.record(z.string().max(40), z.int());

export const RiskRule = z.object({
  id: z.enum(RISK_RULE_IDS),
  enabled: z.boolean(),
  parameters: z.record(
    z.string(),
    z.object({ value: z.int(), fallback: z.int(), min: z.int(), max: z.int() }),
  ),
});
export type RiskRule = z.infer<typeof RiskRule>;

export const riskRules = endpoint({
  method: 'GET',
  path: '/api/admin/risk-rules',
  access: 'admin',
  permission: 'staff.manage',
  summary: 'The rules that hold redemptions for a review, with their parameters and bounds',
  output: z.array(RiskRule),
});

export const changeRiskRule = endpoint({
  method: 'PUT',
  path: '/api/admin/risk-rules/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Switches a rule or sets parameters, for redemptions from now on. What is not named stays',
  params: z.object({ id: z.enum(RISK_RULE_IDS) }),
  body: z.object({ enabled: z.boolean().optional(), parameters: parameters.optional() }),
  output: z.object({}),
});

const tried = { reviewed: z.int(), turnedBad: z.int() };

export const RiskTrial = z.object({
  days: z.int(),
  redemptions: z.int(),
  complete: z.boolean().describe('False: only the newest redemptions were tried.'),
  turnedBad: z
    .int()
    .describe('Redemptions after which a reward was taken back or the member was paused or suspended.'),
  together: z.object(tried).describe('What the enabled rules together would have held.'),
  rules: z.array(
    z.object({
      id: z.enum(RISK_RULE_IDS),
      enabled: z.boolean(),
      ...tried,
      examples: z.array(z.uuid()).describe('Ids of redemptions.'),
    }),
  ),
});
export type RiskTrial = z.infer<typeof RiskTrial>;

export const tryRiskRules = endpoint({
  method: 'GET',
  path: '/api/admin/risk-trial',
  access: 'admin',
  permission: 'staff.manage',
  summary:
    'Tries the rules on past redemptions, changing nothing; one of them with other parameters, if `rule` and `parameters` (JSON) name them',
  query: z.object({
    days: z.coerce.number().int().min(1).max(RISK_TRIAL_DAYS_MAX).default(30),
    rule: z.enum(RISK_RULE_IDS).optional(),
    parameters: z
      .string()
      .max(1_000)
      .transform((json, context) => {
        try {
          return parameters.parse(JSON.parse(json));
        } catch {
          context.addIssue({ code: 'custom', message: fault('invalid') });
          return z.NEVER;
        }
      })
      .optional(),
  }),
  output: RiskTrial,
});

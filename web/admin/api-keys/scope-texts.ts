import type { KeyScope } from '#contract/api-keys.values.ts';

/** Names of the scopes in the catalogue, where a dot would start a new level. */
export const SCOPE_TEXTS = {
  'site.read': 'scope.siteRead',
  'members.read': 'scope.membersRead',
  'audit.read': 'scope.auditRead',
  exports: 'scope.exports',
  'catalogue.edit': 'scope.catalogueEdit',
  'points.adjust': 'scope.pointsAdjust',
  'payouts.work': 'scope.payoutsWork',
} as const satisfies Record<KeyScope, string>;

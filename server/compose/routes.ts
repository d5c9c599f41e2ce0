import path from 'node:path';
import type { Hono } from 'hono';
import { WORDINGS } from '#contract/wording.values.ts';
import { authenticateKey } from '#domain/administration/index.ts';
import { frameOrigins, SANDBOX_ADVERTISER } from '#domain/earning/index.ts';
import { findSession, findWholeSession } from '#domain/members/index.ts';
import type { Config } from '#server/config/config.ts';
import { apiKeyRoutes } from '#server/http/api/api-keys.ts';
import { appealRoutes } from '#server/http/api/appeals.ts';
import { approvalRoutes } from '#server/http/api/approvals.ts';
import { auditTrailRoutes } from '#server/http/api/audit-trail.ts';
import { awardRoutes } from '#server/http/api/awards.ts';
import { captchaRoutes } from '#server/http/api/captcha.ts';
import { claimRoutes } from '#server/http/api/claims.ts';
import { clientErrorRoutes } from '#server/http/api/client-errors.ts';
import { exportRoutes } from '#server/http/api/exports.ts';
import { feedRoutes } from '#server/http/api/feeds.ts';
import { fulfilmentRoutes } from '#server/http/api/fulfilments.ts';
import { identityRoutes } from '#server/http/api/identities.ts';
import { liveRoutes } from '#server/http/api/live.ts';
import { memberCsvRoute, memberRoutes } from '#server/http/api/members.ts';
import { missionRoutes } from '#server/http/api/missions.ts';
import { offerRuleRoutes } from '#server/http/api/offer-rules.ts';
import { offerRoutes } from '#server/http/api/offers.ts';
import { overviewRoutes } from '#server/http/api/overview.ts';
import { ownDataRoutes } from '#server/http/api/own-data.ts';
import { passRoutes } from '#server/http/api/passes.ts';
import { passkeyRoutes } from '#server/http/api/passkeys.ts';
import { postbackRoutes } from '#server/http/api/postbacks.ts';
import { profileRoutes } from '#server/http/api/profile.ts';
import { redemptionRoutes } from '#server/http/api/redemptions.ts';
import { reviewRoutes } from '#server/http/api/reviews.ts';
import { rewardRoutes } from '#server/http/api/rewards.ts';
import { riskRuleRoutes } from '#server/http/api/risk-rules.ts';
import { securityRoutes } from '#server/http/api/security.ts';
import { settingsRoutes } from '#server/http/api/settings.ts';
import { signInRoutes } from '#server/http/api/sign-in.ts';
import { siteRoutes } from '#server/http/api/site.ts';
import { staffRoutes } from '#server/http/api/staff.ts';
import { statementFileRoute, statementRoutes } from '#server/http/api/statement.ts';
import { suspensionRoutes } from '#server/http/api/suspensions.ts';
import { taskRoutes } from '#server/http/api/tasks.ts';
import { wallRoutes } from '#server/http/api/walls.ts';
import { webhookRoutes } from '#server/http/api/webhooks.ts';
import { mailboxRoutes } from '#server/http/development/mailbox.ts';
import { sandboxAdvertiserRoutes } from '#server/http/development/sandbox-advertiser.ts';
import { sandboxWallRoutes } from '#server/http/development/sandbox-wall.ts';
import { docsRoutes } from '#server/http/docs/docs.ts';
import { createApp } from '#server/http/frame/app.ts';
import type { Env } from '#server/http/frame/env.ts';
import type { Route } from '#server/http/frame/implement.ts';
import { mount } from '#server/http/frame/mount.ts';
import { sitePolicy } from '#server/http/frame/security-headers.ts';
import { missionPostbackRoutes } from '#server/http/receivers/mission-postbacks.ts';
import { payoutWebhookRoutes } from '#server/http/receivers/payout-webhooks.ts';
import { policyViolationRoutes } from '#server/http/receivers/policy-violations.ts';
import { refusePostbacks } from '#server/http/receivers/postbacks.ts';
import type { AddHealth } from '#server/http/site/health.ts';
import { identityAnswerRoutes } from '#server/http/site/identity-answers.ts';
import { mediaRoutes } from '#server/http/site/media.ts';
import { pageRoutes } from '#server/http/site/pages.ts';
import { pictureRoutes } from '#server/http/site/pictures.ts';
import { openSample } from '#server/http/site/sample.ts';
import { unsubscribeRoutes } from '#server/http/site/unsubscribe.ts';
import { wallFrameRoutes } from '#server/http/site/wall-frames.ts';
import { captchaOrigins, payoutOrigins, walletsOf } from './adapters.ts';
import type { Services } from './services.ts';

/** The routes of the contract, one line per feature. */
const apiRoutes = (services: Services): Route[] => [
  ...siteRoutes(services),
  ...clientErrorRoutes(services),
  ...signInRoutes(services),
  ...profileRoutes(services),
  ...securityRoutes(services),
  ...passkeyRoutes(services),
  ...identityRoutes(services),
  ...settingsRoutes(services),
  ...suspensionRoutes(),
  ...appealRoutes(services),
  ...taskRoutes(services),
  ...statementRoutes(services),
  ...wallRoutes(services),
  ...feedRoutes(services),
  ...offerRuleRoutes(services),
  ...offerRoutes(services),
  ...postbackRoutes(services),
  ...missionRoutes(services),
  ...claimRoutes(services),
  ...captchaRoutes(services),
  ...rewardRoutes(services),
  ...fulfilmentRoutes(services),
  ...redemptionRoutes(services),
  ...overviewRoutes(services),
  ...memberRoutes(services),
  ...awardRoutes(services),
  ...approvalRoutes(services),
  ...reviewRoutes(services),
  ...riskRuleRoutes(services),
  ...auditTrailRoutes(services),
  ...staffRoutes(services),
  ...apiKeyRoutes(services),
  ...webhookRoutes(services),
];

/** Whether some prepaid card is issued at once. */
const issuesAtOnce = ({ tiers, providers }: Services['serving']) =>
  providers.some(({ id, delivery }) => delivery === 'at_once' && Object.values(tiers).includes(id));

export interface RouteOptions {
  /** The built web app; without it only the API is served. */
  webFolder: string | undefined;
  addHealth: AddHealth;
}

/** Builds all routes except that of postbacks, which bypass them. */
export function createRoutes(
  services: Services,
  config: Config,
  { webFolder, addHealth }: RouteOptions,
): Hono<Env> {
  const { database, limits, log, walls, site, appUrl, productName, internalAddress } = services;
  const { development } = config;
  const origins = {
    appUrl,
    frameOrigins: frameOrigins(walls),
    scriptOrigins: [...payoutOrigins(config), ...captchaOrigins(config)],
    connectOrigins: config.errorService ? [new URL(config.errorService.dsn).origin] : [],
  };
  const app = createApp({
    ...origins,
    trustedProxies: config.trustedProxies,
    trustedRequestIds: config.trustedRequestIds,
    passwordMinLength: config.passwordMinLength,
    log,
    authenticate: (token, isShown) =>
      (isShown ? findWholeSession : findSession)(database, token, config.staffPasskeys),
    authenticateKey: (token, ip, began) => authenticateKey({ database, limits }, token, ip, began),
  });
  addHealth(app);
  mount(app, apiRoutes(services), services);
  payoutWebhookRoutes(app, services);
  policyViolationRoutes(app, services);
  refusePostbacks(app, walls);
  missionPostbackRoutes(app, services);
  if (development) {
    const { unit } = WORDINGS[site.rewardWording].tasks;
    sandboxWallRoutes(app, { key: services.sandboxWallKey, internalAddress, unit });
    sandboxAdvertiserRoutes(app, { key: services.advertiserKey(SANDBOX_ADVERTISER), internalAddress });
  }
  if (services.mailbox) mailboxRoutes(app, productName, services.mailbox.list);
  wallFrameRoutes(app, walls);
  liveRoutes(app, services);
  memberCsvRoute(app, services);
  exportRoutes(app, services);
  ownDataRoutes(app, services);
  statementFileRoute(app, services);
  passRoutes(app, services);
  identityAnswerRoutes(app);
  unsubscribeRoutes(app, services);
  pictureRoutes(app, services);
  docsRoutes(app, { productName, appUrl }, sitePolicy(origins));
  mediaRoutes(
    app,
    [config.dataDir, ...(webFolder ? [webFolder] : [])].map((folder) => path.resolve(folder, 'media')),
  );
  if (webFolder) {
    const payouts = { atOnce: issuesAtOnce(services.serving), worksWith: walletsOf(config) };
    const readSample = site.offerSample ? openSample(services) : undefined;
    pageRoutes(app, {
      folder: webFolder,
      site,
      payouts,
      appUrl,
      policy: sitePolicy(origins),
      readSample,
    });
  }
  return app;
}

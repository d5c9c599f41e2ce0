import * as accounts from './accounts.ts';
import * as activity from './activity.ts';
import * as adminMembers from './admin-members.ts';
import * as administration from './administration.ts';
import * as catalogue from './catalogue.ts';
import * as claims from './claims.ts';
import * as clientErrors from './client-errors.ts';
import * as earning from './earning.ts';
import type { AnyEndpoint, Input, Output } from './endpoint.ts';
import * as keys from './keys.ts';
import * as missions from './missions.ts';
import * as money from './money.ts';
import * as operations from './operations.ts';
import * as profile from './profile.ts';
import * as redemption from './redemption.ts';
import * as risk from './risk.ts';
import * as security from './security.ts';
import * as settings from './settings.ts';
import * as siteCalls from './site.ts';
import * as trust from './trust.ts';
import * as webhooks from './webhooks.ts';

/** Every call of the API. The browser takes only the type, so that zod stays out of its bundle. */
export const endpoints = [
  siteCalls.site,
  clientErrors.reportClientError,
  accounts.currentUser,
  accounts.register,
  accounts.verifyEmail,
  accounts.resendVerification,
  accounts.login,
  accounts.loginChallenge,
  accounts.logout,
  accounts.forgotPassword,
  accounts.resetPassword,
  profile.changeProfile,
  profile.confirmEmailChange,
  settings.changeSettings,
  settings.chooseLanguage,
  settings.pushKey,
  settings.subscribePush,
  settings.unsubscribePush,
  settings.deleteAccount,
  security.reauthenticate,
  security.setUpTwoFactor,
  security.confirmTwoFactor,
  security.renewBackupCodes,
  security.disableTwoFactor,
  security.sessions,
  security.endSession,
  security.endOtherSessions,
  trust.appeal,
  trust.pauseMember,
  trust.resumeMember,
  trust.appeals,
  trust.decideAppeal,
  earning.tasks,
  earning.taskTotals,
  earning.taskTimeline,
  earning.walls,
  earning.rapidoreachUid,
  missions.missions,
  missions.startMission,
  missions.missionHeartbeat,
  missions.completeMission,
  missions.answerSurvey,
  missions.plannedMissions,
  missions.createMission,
  missions.changeMission,
  claims.claims,
  claims.fileClaim,
  claims.openClaims,
  claims.claimEvidence,
  claims.decideClaim,
  redemption.rewards,
  redemption.redemptions,
  redemption.redeem,
  redemption.revealCard,
  redemption.rewardLink,
  redemption.rewardCode,
  redemption.cardFrame,
  redemption.cardFrameKey,
  redemption.billingAddress,
  redemption.saveBillingAddress,
  redemption.captchaChallenge,
  redemption.verifyCaptcha,
  catalogue.plannedRewards,
  catalogue.createReward,
  catalogue.changeReward,
  catalogue.orderRewards,
  catalogue.stockOfReward,
  catalogue.uploadStock,
  catalogue.voidStock,
  catalogue.fulfilments,
  catalogue.claimFulfilment,
  catalogue.releaseFulfilment,
  catalogue.fulfilByHand,
  catalogue.refuseFulfilment,
  administration.adminStats,
  activity.adminActivity,
  adminMembers.adminUsers,
  adminMembers.adminUserCount,
  adminMembers.adminUser,
  adminMembers.adminUserTransfers,
  adminMembers.adminUserTasks,
  adminMembers.adminUserRewards,
  adminMembers.adminUserSessions,
  adminMembers.adminEndSession,
  adminMembers.adminEndSessions,
  adminMembers.adminUserNotices,
  adminMembers.adminResendNotice,
  adminMembers.adminUserRequests,
  adminMembers.adminUserNotes,
  adminMembers.adminAddNote,
  adminMembers.adminUserAudit,
  money.giveAward,
  money.awards,
  money.adjustPoints,
  money.approvals,
  money.decideApproval,
  risk.reviews,
  risk.takeReview,
  risk.askMember,
  risk.decideReview,
  risk.answerReview,
  risk.riskRules,
  risk.changeRiskRule,
  risk.tryRiskRules,
  operations.wallsHealth,
  operations.wallAlarms,
  operations.closeWallAlarm,
  operations.pauseWall,
  operations.resumeWall,
  operations.testWall,
  operations.postbacks,
  operations.parkedPostbacks,
  operations.replayPostback,
  operations.auditEntries,
  operations.verifyAudit,
  operations.staff,
  operations.grantRole,
  operations.changeRole,
  operations.removeRole,
  operations.workQueues,
  operations.takeClaim,
  operations.takeAppeal,
  keys.apiKeys,
  keys.createApiKey,
  keys.revokeApiKey,
  webhooks.webhooks,
  webhooks.createWebhook,
  webhooks.changeWebhook,
  webhooks.removeWebhook,
  webhooks.renewWebhookSecret,
  webhooks.testWebhook,
  webhooks.webhookDeliveries,
  webhooks.resendWebhookDelivery,
  webhooks.resendFailedDeliveries,
] as const satisfies readonly AnyEndpoint[];

type Listed = (typeof endpoints)[number];
/** `'GET /api/user'` and so on: how the browser names a call. */
export type CallName = `${Listed['method']} ${Listed['path']}` & keyof Calls;
/** Call name -> endpoint type. */
export type Calls = { [E in Listed as `${E['method']} ${E['path']}`]: E };
export type CallInput<N extends keyof Calls> = Input<Calls[N]>;
export type CallOutput<N extends keyof Calls> = Output<Calls[N]>;

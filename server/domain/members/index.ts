export { foldMemberCounts, MEMBERS_TOTAL, proveMemberCount } from './count-members.ts';
export { identitiesOf, linkIdentity, unlinkIdentity } from './identities/link-identity.ts';
export { logInByIdentity, registerByIdentity } from './identities/log-in-by-identity.ts';
export { finishIdentity, startIdentity } from './identities/visit-provider.ts';
export { type Member, readMember } from './member.ts';
export { lockStaff, requireAnotherOwner } from './owners.ts';
export { addPasskey, passkeyToMake } from './passkeys/add-passkey.ts';
export { passkeysOf, removePasskey, renamePasskey } from './passkeys/list-passkeys.ts';
export { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
export type {
  AccountMailPorts,
  AccountPorts,
  Client,
  IdentityProvider,
  RoleElsewhere,
  StaffRenamed,
} from './ports.ts';
export { confirmEmailChange, sendEmailChangeMail } from './profile/change-email.ts';
export { changeProfile } from './profile/change-profile.ts';
export { endSession, endSessionsFor, listSessions } from './security/list-sessions.ts';
export { reEncryptSeeds } from './security/re-encrypt-seeds.ts';
export {
  passkeyToReauthenticate,
  reauthenticate,
  reauthenticateByPasskey,
} from './security/reauthenticate.ts';
export { notifyOfChange } from './security/security-notice.ts';
export {
  ADMIN_ABSOLUTE_DAYS as STAFF_SESSION_DAYS_MAX,
  closeAllSessions,
  closeOtherSessions,
  findSession,
  findWholeSession,
  IDLE_DAYS as SESSION_IDLE_DAYS,
  lastAddressOf,
  liveSessions,
  liveSessionsOf,
  lockSession,
  openSession,
  requireFresh,
  type Session,
  type SessionMember,
  type StaffPasskeys,
  sessionId,
} from './security/session.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  enablePasskeyFactor,
  renewBackupCodes,
  resetTwoFactor,
  setUpTwoFactor,
} from './security/two-factor.ts';
export { changeSettings } from './settings/change-settings.ts';
export { chooseLanguage } from './settings/choose-language.ts';
export { challengeAnyone } from './sign-in/admit-guess.ts';
export type { BrowserToken } from './sign-in/browser-token.ts';
export { logIn, logInByPasskey, logOut, passkeyToSignIn } from './sign-in/log-in.ts';
export { requestReset, resetPassword, sendResetMail } from './sign-in/reset-password.ts';
export { sendSignUpMail } from './sign-in/send-sign-up-mail.ts';
export { createUnconfirmedAccount, requestAccount, requestCode } from './sign-in/sign-up.ts';
export { verifyEmail } from './sign-in/verify-email.ts';
export { liftSuspension, suspendMember } from './suspend.ts';

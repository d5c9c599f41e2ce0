export { type Member, readMember } from './member.ts';
export { lockStaff, requireAnotherOwner } from './owners.ts';
export { addPasskey, passkeyToMake } from './passkeys/add-passkey.ts';
export { passkeysOf, removePasskey, renamePasskey } from './passkeys/list-passkeys.ts';
export { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
export type { AccountMailPorts, AccountPorts, Client } from './ports.ts';
export { confirmEmailChange, sendEmailChangeMail } from './profile/change-email.ts';
export { changeProfile } from './profile/change-profile.ts';
export { endSession, listSessions } from './security/list-sessions.ts';
export {
  passkeyToReauthenticate,
  reauthenticate,
  reauthenticateByPasskey,
} from './security/reauthenticate.ts';
export {
  closeAllSessions,
  closeOtherSessions,
  findSession,
  IDLE_DAYS as SESSION_IDLE_DAYS,
  liveSessions,
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

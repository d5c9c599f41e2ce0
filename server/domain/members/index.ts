export { challengeAnyone } from './admit-guess.ts';
export type { BrowserToken } from './browser-token.ts';
export { confirmEmailChange, sendEmailChangeMail } from './change-email.ts';
export { changeProfile } from './change-profile.ts';
export { changeSettings } from './change-settings.ts';
export { chooseLanguage } from './choose-language.ts';
export { DEVICE_KEEP_DAYS } from './known-device.ts';
export { endSession, listSessions, type SessionEntry } from './list-sessions.ts';
export { logIn, logOut } from './log-in.ts';
export { type Member, readMember } from './member.ts';
export { lockStaff, requireAnotherOwner } from './owners.ts';
export { createPasswordHasher } from './password-hash.ts';
export type { AccountMailPorts, AccountPorts, Client, SecurityEvent } from './ports.ts';
export { reauthenticate } from './reauthenticate.ts';
export { requestReset, resetPassword, sendResetMail } from './reset-password.ts';
export { sendSignUpMail } from './send-sign-up-mail.ts';
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
  sessionId,
} from './session.ts';
export { createUnconfirmedAccount, requestAccount, requestCode } from './sign-up.ts';
export { liftSuspension, suspendMember } from './suspend.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  renewBackupCodes,
  resetTwoFactor,
  setUpTwoFactor,
} from './two-factor.ts';
export { verifyEmail } from './verify-email.ts';

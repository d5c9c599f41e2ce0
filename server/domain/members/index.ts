export { logIn, logOut } from './log-in.ts';
export { type Member, readMember } from './member.ts';
export { createPasswordHasher } from './password-hash.ts';
export type { AccountMailPorts, AccountPorts, Client, SecurityEvent } from './ports.ts';
export { requestReset, resetPassword, sendResetMail } from './reset-password.ts';
export { sendSignUpMail } from './send-sign-up-mail.ts';
export { closeAllSessions, closeSession, findSession, openSession, type Session } from './session.ts';
export { createUnconfirmedAccount, requestAccount, requestCode } from './sign-up.ts';
export { verifyEmail } from './verify-email.ts';

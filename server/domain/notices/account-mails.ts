import { RESET_LINK_MINUTES, VERIFICATION_CODE_MINUTES } from '#contract/values.ts';
import { layOut, type MailSite } from './layout.ts';
import type { Mail } from './mailer.ts';

const HOUR_MINUTES = 60;

/** The code that confirms an address at sign-up. */
export function verificationCodeMail(site: MailSite, to: string, code: string): Mail {
  const content = {
    subject: `${code} is your ${site.productName} code`,
    paragraphs: ['Welcome! Enter this code to confirm your e-mail address and finish signing up:'],
    code,
    footnotes: [
      `The code is valid for ${VERIFICATION_CODE_MINUTES} minutes. A newer code makes this one void.`,
      'If you did not sign up, ignore this mail: without the code there is no account. Give the code to nobody.',
    ],
  };
  return { to, ...layOut(site, content) };
}

/** Somebody tried to sign up with an address that has an account. Only its owner learns so. */
export function alreadyMemberMail(site: MailSite, to: string): Mail {
  const content = {
    subject: `You already have a ${site.productName} account`,
    paragraphs: [
      `Somebody, probably you, tried to sign up at ${site.productName} with this address. It already has an account, so nothing was changed.`,
      'Sign in with your password. If you have forgotten it, choose "Forgot your password" there.',
    ],
    button: { label: 'Sign in', url: `${site.appUrl}/auth?login=true` },
    footnotes: ['If it was not you, there is nothing to do.'],
  };
  return { to, ...layOut(site, content) };
}

/** The link to choose a new password. `token` goes into its address. */
export function resetLinkMail(site: MailSite, to: string, token: string): Mail {
  const content = {
    subject: `Reset your ${site.productName} password`,
    paragraphs: ['Somebody, probably you, asked to reset the password of your account.'],
    button: { label: 'Choose a new password', url: `${site.appUrl}/reset-password?token=${token}` },
    footnotes: [
      `The link works once and expires in ${RESET_LINK_MINUTES / HOUR_MINUTES} hour. A newer link makes this one void.`,
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  };
  return { to, ...layOut(site, content) };
}

/** Told after the fact, so that the owner notices a change that was not theirs. */
export function passwordChangedMail(site: MailSite, to: string): Mail {
  const content = {
    subject: `Your ${site.productName} password was changed`,
    paragraphs: [
      'The password of your account was changed just now, and every device was signed out.',
      `If it was not you, reset your password at once and write to ${site.supportEmail}.`,
    ],
    button: { label: 'Go to sign in', url: `${site.appUrl}/auth?login=true` },
    footnotes: ['If it was you, there is nothing to do.'],
  };
  return { to, ...layOut(site, content) };
}

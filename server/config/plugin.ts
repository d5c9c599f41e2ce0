import { z } from 'zod';
import type { Mailer, NoticeChannel } from '#domain/notices/index.ts';
import type { PayoutProvider } from '#domain/redemption/index.ts';
import type { CaptchaVerifier } from '#domain/trust/index.ts';

/**
 * What the operator's own file adds to a site, see docs/plugins.md: the default export of a module that PLUGINS names. The parts
 * are opened once at the start; one that throws stops it.
 */
export interface Plugin {
  /** Version of this interface. */
  readonly pocketful: typeof PLUGIN_VERSION;
  /** Lower-case letters, digits and hyphens. Its variables begin with it: those of `my-cards` with `MY_CARDS_`. */
  readonly name: string;
  /** Names of the environment variables that it reads; each can come from a file, too. */
  readonly variables?: readonly string[];
  /** A payout provider, whose id is the plug-in's name, for PAYOUT_PROVIDER and the catalogue. */
  readonly payouts?: (given: PluginGiven) => PayoutProvider | Promise<PayoutProvider>;
  /** Takes the place of the site's own captcha; the widget in the browser stays ALTCHA's. */
  readonly captcha?: (given: PluginGiven) => CaptchaVerifier | Promise<CaptchaVerifier>;
  /** Takes the place of SMTP_URL. `close` is called at the end. */
  readonly mail?: (given: PluginGiven) => PluginMailer | Promise<PluginMailer>;
  /** Is told what members who take push messages are told, besides mail and push. */
  readonly notices?: (given: PluginGiven) => NoticeChannel | Promise<NoticeChannel>;
}
const PLUGIN_VERSION = 1;
export type PluginMailer = Mailer & { close?: () => void | Promise<void> };

export interface PluginGiven {
  /** Returns one of the plug-in's `variables`; undefined if it is not set or empty. Throws for any other name. */
  variable: (name: string) => string | undefined;
  /** Whether test keys and addresses without TLS are welcome. */
  development: boolean;
  /** Origin of the site, without a slash at its end. */
  appUrl: string;
  /** The sender of mails: `Name <address>`. */
  mailFrom: string;
}

/** Parts of which a site has one. */
export const SINGLE_PARTS = ['captcha', 'mail'] as const;

const part = z.custom<never>((value) => typeof value === 'function', 'must be a function').optional();
/** The form of a plug-in. A name that it does not know is a fault, as it may be a part of a later version. */
export const PluginForm = z
  .strictObject({
    pocketful: z.literal(PLUGIN_VERSION, `must be ${PLUGIN_VERSION}, the version of the interface here`),
    name: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/, 'must be lower-case letters, digits and hyphens'),
    variables: z.array(z.string()).default([]),
    payouts: part,
    captcha: part,
    mail: part,
    notices: part,
  })
  .superRefine(({ name, variables, ...parts }, context) => {
    const beginning = beginningOf(name);
    for (const variable of variables) {
      if (!variable.startsWith(beginning) || !/^[A-Z0-9_]+$/.test(variable))
        context.addIssue(`variables: ${variable} must begin with ${beginning}`);
    }
    if (!parts.payouts && !parts.captcha && !parts.mail && !parts.notices) context.addIssue('adds nothing');
  });

const beginningOf = (name: string) => `${name.replaceAll('-', '_').toUpperCase()}_`;

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets; the same for every try, so that mail programs show copies as one. */
  messageId?: string;
  headers?: Record<string, string>;
}

/**
 * Port: hands mails to a mail server. Throws if the server did not accept the mail; if that is because it takes none for this
 * address, now or later, the error has `isRecipientRefused`.
 */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
}

/** Whether the mail was not accepted because its address takes none. */
export const isRecipientRefused = (error: unknown): boolean =>
  error instanceof Error && 'isRecipientRefused' in error && error.isRecipientRefused === true;

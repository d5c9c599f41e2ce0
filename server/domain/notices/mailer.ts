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

/** Port: hands mails to a mail server. Throws if the server did not accept the mail. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
}

export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** With angle brackets; the same for every try to send this mail, so that mail programs show copies as one. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** Port: hands mails to a mail server. Throws when the server did not take the mail. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
}

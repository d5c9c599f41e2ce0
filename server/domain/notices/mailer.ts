export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Port: hands mails to a mail server. Throws when the server did not take the mail. */
export interface Mailer {
  send: (mail: Mail) => Promise<void>;
}

import type { Transact } from '#database/transaction.ts';
import {
  type AccountMailPorts,
  sendEmailChangeMail,
  sendResetMail,
  sendSignUpMail,
} from '#domain/members/index.ts';
import { farewellMail } from '#domain/notices/index.ts';
import type { Tasks } from './run.ts';

/** The jobs that mail members, people who sign up, and members who left. */
export const accountTasks = (
  transact: Transact,
  ports: AccountMailPorts,
): Pick<
  Tasks,
  'send_sign_up_mail' | 'send_reset_mail' | 'send_email_change_mail' | 'send_farewell_mail'
> => ({
  send_sign_up_mail: (payload) => sendSignUpMail(transact, ports, payload),
  send_reset_mail: (payload) => sendResetMail(transact, ports, payload),
  send_email_change_mail: (payload) => sendEmailChangeMail(transact, ports, payload),
  send_farewell_mail: ({ email, ...farewell }) =>
    ports.mailer.send(farewellMail(ports.site, email, farewell)),
});

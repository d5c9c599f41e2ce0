import type { Transact } from '#database/transaction.ts';
import { type AccountMailPorts, sendResetMail, sendSignUpMail } from '#domain/members/index.ts';
import { sendNotice } from '#domain/notices/index.ts';
import type { Tasks } from './run.ts';

/** The jobs that send mail to members and to those who want to become one. */
export const accountTasks = (
  transact: Transact,
  ports: AccountMailPorts,
): Pick<Tasks, 'send_sign_up_mail' | 'send_reset_mail' | 'send_notice'> => ({
  send_sign_up_mail: (payload) => sendSignUpMail(transact, ports, payload),
  send_reset_mail: (payload) => sendResetMail(transact, ports, payload),
  send_notice: (payload) => sendNotice(transact, ports, payload),
});

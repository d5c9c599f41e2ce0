import type { Transact } from '#database/transaction.ts';
import { doEach } from '#domain/common/do-each.ts';
import {
  deliverNotice,
  dropMarketing,
  type NoticePorts,
  queueMarketing,
  recoverNotices,
} from '#domain/notices/index.ts';
import type { Tasks } from './run.ts';

/**
 * The jobs that deliver notices and, every minute, recover those whose worker was killed and go on with marketing mails.
 * `onDropped` hears how many of these were not sent in time.
 */
export const noticeTasks = (
  transact: Transact,
  ports: NoticePorts,
  onDropped: (mails: number) => void,
): Pick<Tasks, 'deliver_notice' | 'recover_notices'> => ({
  deliver_notice: (payload) => deliverNotice(transact, ports, payload),
  recover_notices: () =>
    doEach([
      ['recovery', () => transact(recoverNotices)],
      ['marketing', () => transact(queueMarketing)],
      [
        'dropped',
        async () => {
          const dropped = await transact(dropMarketing);
          if (dropped > 0) onDropped(dropped);
        },
      ],
    ]),
});

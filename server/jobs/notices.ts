import type { Transact } from '#database/transaction.ts';
import { doEach } from '#domain/common/do-each.ts';
import {
  deliverNotice,
  dropToMany,
  type NoticePorts,
  queueToMany,
  recoverNotices,
} from '#domain/notices/index.ts';
import type { Tasks } from './run.ts';

/**
 * The jobs that deliver notices and, every minute, recover those whose worker was killed and go on with mails to many.
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
      ['mails to many', () => transact(queueToMany)],
      [
        'dropped',
        async () => {
          const dropped = await transact(dropToMany);
          if (dropped > 0) onDropped(dropped);
        },
      ],
    ]),
});

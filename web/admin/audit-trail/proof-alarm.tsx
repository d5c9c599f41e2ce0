import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide';
import { Icon } from '#ui/icon.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { queuesQuery } from '#web/admin/parts/queues-query.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Lists the differences; only whoever runs the server may. */
const COMMAND = 'npm run ops -- audit';

/** Says that the last proof of the ledger found differences; nothing if it found none. */
export function ProofAlarm() {
  const t = useT('auditTrail');
  const { data } = useQuery(queuesQuery);
  const found = data?.find(({ queue }) => queue === 'proof');
  if (!found || found.count === 0) return null;
  return (
    <p className="flex items-start gap-2 rounded-2xl bg-danger-soft p-4 text-on-danger-soft">
      <Icon of={CircleAlert} className="size-5 shrink-0" />
      <span className="min-w-0">
        {t.rich('proof', {
          count: found.count,
          time: () => <TimeCell at={found.oldestAt} />,
          command: () => (
            <code dir="ltr" className="whitespace-nowrap">
              {COMMAND}
            </code>
          ),
        })}
      </span>
    </p>
  );
}

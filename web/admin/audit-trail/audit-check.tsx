import { useEffect, useRef, useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { useTryToast } from '#ui/use-try-toast.ts';
import { call } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';

const PATH = 'GET /api/admin/audit/verification';
type Part = CallOutput<typeof PATH>;

interface Check {
  done: number;
  all: number;
  differing: number;
  /** The first differences of each part. */
  differences: string[];
  head: Part['last'];
  finished: boolean;
}

/** Recomputes the chain part by part, until it is stopped or its screen closes. */
export function AuditCheck() {
  const t = useT('auditTrail');
  const { check, running, run, stop } = useCheck();
  return (
    <Card as="div" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {running ? (
          <Button variant="secondary" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={() => void run()}>
            {t('verify')}
          </Button>
        )}
        <p role="status" className="min-w-0">
          {check && <Outcome check={check} />}
        </p>
      </div>
      {check && check.differences.length > 0 && (
        <ul className="grid gap-1 text-danger text-sm" dir="ltr">
          {check.differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
      {check?.finished && check.head && (
        <div className="grid gap-1 text-sm">
          <p className="font-semibold">{t('head')}</p>
          <code dir="ltr" className="wrap-anywhere select-all rounded-xl bg-sunken px-3 py-2 text-xs">
            {check.head.hash}
          </code>
          <p className="text-muted">{t('headHint')}</p>
        </div>
      )}
    </Card>
  );
}

function Outcome({ check: { done, all, differing, finished } }: { check: Check }) {
  const t = useT('auditTrail');
  if (!finished) return t('verifying', { done, all });
  if (differing > 0) return t('broken', { count: differing });
  return t('intact', { count: done });
}

function useCheck() {
  const t = useT('auditTrail');
  const errors = useErrorText();
  const tries = useTryToast();
  const controller = useRef<AbortController>(undefined);
  const [running, setRunning] = useState(false);
  const [check, setCheck] = useState<Check>();
  useEffect(() => () => controller.current?.abort(), []);

  async function run(): Promise<void> {
    tries.clear();
    const own = new AbortController();
    controller.current = own;
    setRunning(true);
    const sum: Check = { done: 0, all: 0, differing: 0, differences: [], head: null, finished: false };
    try {
      while (!sum.finished) {
        const part: Part = await call(PATH, { query: { after: sum.head?.id }, signal: own.signal });
        sum.done += part.checked;
        sum.all = part.total;
        sum.differing += part.differing;
        sum.differences = [...sum.differences, ...part.differences];
        sum.head = part.last ?? sum.head;
        sum.finished = part.done;
        setCheck({ ...sum });
      }
    } catch (error) {
      if (!own.signal.aborted) tries.fail({ title: t('verifyFailed'), description: errors.message(error) });
    }
    setRunning(false);
  }
  return { check, running, run, stop: () => controller.current?.abort() };
}

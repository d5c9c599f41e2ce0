import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StockUpload as Answer } from '#contract/rewards.ts';
import { STOCK_CSV_CHARACTERS_MAX, STOCK_LINES_MAX } from '#contract/rewards.values.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { plannedRewardsQuery } from './rewards-query.ts';
import { StockProblems } from './stock-problems.tsx';
import { stockKeys } from './use-change-rewards.ts';

const FILE_TYPES = '.csv,.txt,text/csv,text/plain';
const HEADING = 'stock-upload';

interface StockUploadProps {
  rewardId: string;
  /** What the codes are worth: the server refuses them once the reward has another amount. */
  amountUSD: number;
}

/** Uploads codes from a file or pasted text: first a trial that lists problems by line, then the upload. */
export function StockUpload({ rewardId, amountUSD }: StockUploadProps) {
  const t = useT('stock');
  const errors = useErrorText();
  const { number, dollars } = useFormats();
  const amount = dollars(amountUSD);
  const [csv, setCsv] = useState('');
  const [fault, setFault] = useState<string>();
  const { upload, tried } = useUpload({ rewardId, amountUSD }, csv, (stored) =>
    setCsv((now) => (now === stored ? '' : now)),
  );
  const sending = (dryRun: boolean) => upload.isPending && upload.variables.dryRun === dryRun;
  const write = (text: string) => {
    setFault(text.length > STOCK_CSV_CHARACTERS_MAX ? t('tooLarge') : undefined);
    setCsv(text);
    // A failure to store the text before this one is still shown.
    if (!sending(false)) upload.reset();
  };
  const send = (dryRun: boolean) => {
    if (csv.trim() === '') setFault(t('nothing'));
    else if (!fault) upload.mutate({ dryRun, amountUSD, csv });
  };
  return (
    <HeadedCard
      id={HEADING}
      title={t('upload', { amount })}
      className="grid gap-4"
      text={<p className="text-muted">{t('format', { lines: number(STOCK_LINES_MAX) })}</p>}
    >
      <FileChoice onText={write} onUnreadable={() => setFault(t('unreadable'))} />
      <TextArea
        label={t('paste')}
        hint={t('pasteHint')}
        rows={6}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-sm"
        value={csv}
        error={
          fault ??
          (upload.isError && !(upload.error instanceof Abandoned) ? errors.text(upload.error) : undefined)
        }
        onChange={({ target }) => write(target.value)}
      />
      <div aria-live="polite" className="grid gap-3">
        {tried && <Outcome answer={tried} />}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          loading={sending(true)}
          disabled={sending(false)}
          onClick={() => send(true)}
        >
          {t('try')}
        </Button>
        {tried && tried.accepted > 0 && (
          <Store busy={sending(false)} onClick={() => send(false)}>
            {t('store', { count: tried.accepted, amount })}
          </Store>
        )}
      </div>
    </HeadedCard>
  );
}

interface StoreProps {
  busy: boolean;
  onClick: () => void;
  children: string;
}

/** Stores what was tried. Once that is done, or no longer what stands here, the button goes and the heading gets its focus. */
function Store({ busy, onClick, children }: StoreProps) {
  useFocusAfter(`#${HEADING}`);
  return (
    <Button loading={busy} onClick={onClick}>
      {children}
    </Button>
  );
}

function Outcome({ answer }: { answer: Answer }) {
  const t = useT('stock');
  return (
    <>
      <p className="font-semibold">
        {t('acceptable', { count: answer.accepted })} {t('problemCount', { count: answer.problemCount })}
      </p>
      {answer.problems.length > 0 && (
        <StockProblems problems={answer.problems} left={answer.problemCount - answer.problems.length} />
      )}
    </>
  );
}

interface Sent {
  dryRun: boolean;
  amountUSD: number;
  csv: string;
}

/** Sends a text. `tried`: the result of the last trial, if it was of this text and for the amount that is shown. */
function useUpload({ rewardId, amountUSD }: StockUploadProps, csv: string, onStored: (csv: string) => void) {
  const t = useT('stock');
  const queryClient = useQueryClient();
  const [trial, setTrial] = useState<{ sent: Sent; answer: Answer }>();
  const send = (body: Sent) => call('POST /api/admin/rewards/{id}/stock', { params: { id: rewardId }, body });
  const upload = useCallMutation(send, {
    fresh: true,
    onStart: ({ dryRun }) => dryRun && setTrial(undefined),
    done: ({ accepted, woken }, { dryRun }) =>
      dryRun
        ? undefined
        : { title: t('stored', { count: accepted }), description: t('woken', { count: woken }) },
    onDone: async (answer, sent) => {
      if (sent.dryRun) return setTrial({ sent, answer });
      onStored(sent.csv);
      await Promise.all(stockKeys(rewardId).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    // The reward may have another amount now, which is to be seen.
    onEnd: (_, error) => error && queryClient.invalidateQueries({ queryKey: plannedRewardsQuery.queryKey }),
  });
  const tried = trial?.sent.csv === csv && trial.sent.amountUSD === amountUSD ? trial.answer : undefined;
  return { upload, tried };
}

interface FileChoiceProps {
  onText: (text: string) => void;
  onUnreadable: () => void;
}

/** Copies the codes of a file into the field below, from which they are sent; they are stored nowhere else. */
function FileChoice({ onText, onUnreadable }: FileChoiceProps) {
  const t = useT('stock');
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      onText(await file.text());
    } catch {
      // The file was moved or changed after it was chosen.
      onUnreadable();
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={FILE_TYPES}
        aria-label={t('file')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // Allows choosing the same file again after it was corrected.
          target.value = '';
        }}
      />
      <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
    </div>
  );
}

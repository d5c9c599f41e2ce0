import { useLocale } from 'use-intl';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { minutes } from './minutes.ts';
import type { MissionClock } from './use-clock.ts';

/** How much time of a mission is counted, and whether it is counting now. */
export function TimeProgress({ clock, seconds }: { clock: MissionClock; seconds: number }) {
  const t = useT('missions');
  const errors = useErrorText();
  const locale = useLocale();
  const { completion } = clock;
  const counted = Math.floor(clock.countedMs / 1_000);
  const value = t('time.value', {
    counted: minutes(locale, counted),
    whole: minutes(locale, seconds),
  });
  const words = {
    counting: t('time.counting'),
    stopped: t('time.stopped'),
    reached: t('time.finishing'),
    elsewhere: t('time.elsewhere'),
    lost: t('time.lost'),
    refused: errors.text(clock.refusal),
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{t('time.label')}</span>
        <bdi className="font-bold text-xl tabular-nums">{value}</bdi>
      </div>
      <Progress value={counted} max={seconds} label={t('time.label')} valueText={value} />
      <p role="status" className="text-muted text-sm">
        {completion.error ? '' : words[clock.state]}
      </p>
      {completion.error !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="font-medium text-danger text-sm">{errors.text(completion.error)}</p>
          <Button size="small" variant="secondary" loading={completion.isPending} onClick={completion.retry}>
            {t('time.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}

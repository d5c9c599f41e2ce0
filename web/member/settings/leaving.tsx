import { Download } from 'lucide';
import type { Member } from '#contract/member.ts';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { EXPORT_PATH } from '#contract/settings.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { download } from '#web/shared/api/download.ts';
import { useRedemptions } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useRemoval } from './use-removal.ts';

/** A literal of the contract's type, because importing its module would load all of zod. */
const exportPath: typeof EXPORT_PATH = '/api/user/export';

/** Rewards in these states have nothing to look up. */
const OVER: readonly RedemptionStatus[] = ['failed', 'expired', 'reversed'];

/** Exporting the member's data, and deleting the account, which is refused to who has a role. */
export function Leaving({ member }: { member: Member }) {
  return (
    <AreaTexts area="leaving">
      <Cards member={member} />
    </AreaTexts>
  );
}

function Cards({ member }: { member: Member }) {
  const t = useT('leaving');
  const exported = useExport();
  return (
    <>
      <HeadedCard id="data" title={t('heading')} heading="text-lg">
        <p className="mt-1 text-muted text-sm">{t('exportText')}</p>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          loading={exported.isPending}
          onClick={() => exported.mutate()}
        >
          <Icon of={Download} className="size-4" />
          {t('export')}
        </Button>
      </HeadedCard>
      <HeadedCard
        id="danger"
        title={t('dangerHeading')}
        heading="text-danger text-lg"
        className="border-2 border-danger"
      >
        <p className="mt-1 text-sm">{t('dangerText')}</p>
        {member.pause && <p className="mt-2 text-sm">{t('pauseStays')}</p>}
        {member.points < 0 && <p className="mt-2 text-sm">{t('debtStays')}</p>}
        {member.isAdmin ? <p className="mt-3 font-semibold text-sm">{t('staff')}</p> : <Removal />}
      </HeadedCard>
    </>
  );
}

/** The button, and below it, so that it does not move when that is known, how many rewards are lost. */
function Removal() {
  const t = useT('leaving');
  const remove = useRemoval();
  const { data: redemptions = [] } = useRedemptions();
  const lost = redemptions.filter(({ status }) => !OVER.includes(status)).length;
  return (
    <>
      <Button
        variant="danger"
        size="small"
        className="mt-3"
        aria-describedby={lost > 0 ? 'rewards-lost' : undefined}
        loading={remove.isPending || remove.isSuccess}
        onClick={() => {
          if (window.confirm(t('confirm'))) remove.mutate();
        }}
      >
        {t('delete')}
      </Button>
      {lost > 0 && (
        <p id="rewards-lost" className="mt-3 font-semibold text-sm">
          {t('rewardsLost', { count: lost })}
        </p>
      )}
    </>
  );
}

/** Downloads the export by script, so that a refusal is shown here instead of saved as a file. */
function useExport() {
  const t = useT('leaving');
  return useCallMutation(() => download(exportPath), {
    fresh: true,
    onDone: ({ name, content }) => saveFile(name, content),
    failed: t('exportFailed'),
  });
}

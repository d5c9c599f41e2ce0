import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '#contract/index.ts';
import type { Redemption } from '#contract/redemptions.ts';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { Amount } from '#ui/money.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { callQuery } from '#web/shared/api/call-query.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { SecretRow } from './secret-row.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** Shows a voucher's code to its owner. It is fetched each time and never stored. */
export function RewardCode({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.reveal');
  const voucher = useQuery({
    ...callQuery('GET /api/redemptions/{id}/code', { params: { id: redemption.id } }),
    gcTime: 0,
    staleTime: 0,
  });
  const loading = (
    <div className="grid min-h-44 place-items-center">
      <Spinner label={t('loading')} />
    </div>
  );
  return (
    <QueryView query={voucher} loading={loading} outdated="failure">
      {(secrets) => <Voucher redemption={redemption} secrets={secrets} />}
    </QueryView>
  );
}

interface VoucherProps {
  redemption: Redemption;
  secrets: CallOutput<'GET /api/redemptions/{id}/code'>;
}

function Voucher({ redemption, secrets: { code, pin, expiresAt } }: VoucherProps) {
  const t = useT('redeem.reveal');
  const { date } = useFormats();
  const names = useRewardNames();
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4 rounded-2xl bg-sunken p-4">
        <RewardArt kind={redemption.kind} picture={redemption.picture} className="w-16" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-bold text-lg">
            <bdi>{names.reward(redemption)}</bdi>
          </p>
          <p className="text-muted text-sm">
            <Amount>{names.valued(redemption.kind, redemption.amountUSD)}</Amount>
          </p>
        </div>
      </div>
      <ul className="grid gap-2">
        <SecretRow covered label={t('code')} shown={code} />
        {pin !== null && <SecretRow covered label={t('pin')} shown={pin} />}
      </ul>
      {expiresAt && <p className="font-semibold">{t('useBy', { date: date(expiresAt, 'day') })}</p>}
      <p className="text-muted text-sm">{t('codeText')}</p>
    </div>
  );
}

import type { Offer } from '#contract/offers.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QrCode } from '#web/shared/parts/qr-code.tsx';
import { ownDevice } from './own-device.ts';

interface OtherDeviceProps {
  offer: Offer;
  /** The devices that it needs, in words. */
  devices: string;
}

/** Stands in for the start where the offer needs another device. At a desktop a code leads the phone to this same page. */
export function OtherDevice({ offer: { wall, offerId }, devices }: OtherDeviceProps) {
  const t = useT('offers');
  const path = [wall, offerId].map(encodeURIComponent).join('/');
  return (
    <div className="mt-5 grid gap-3 rounded-2xl bg-surface p-4 text-ink">
      <p className="font-semibold">{t('otherDevice', { devices })}</p>
      {ownDevice() === 'desktop' && (
        <div className="flex flex-wrap items-center gap-4">
          <div className="w-44">
            <QrCode text={`${location.origin}/offers/${path}`} label={t('codeLabel')} />
          </div>
          <p className="min-w-0 grow basis-48 text-sm">{t('code')}</p>
        </div>
      )}
    </div>
  );
}

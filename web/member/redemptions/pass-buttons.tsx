import { Wallet } from 'lucide';
import { useId } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Buttons that save a pass of the reward in a wallet, if this site has any, and a note of what a pass is not. */
export function PassButtons({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem.pass');
  const heading = useId();
  const { appleWalletUrl, googleWalletUrl } = redemption;
  if (!appleWalletUrl && !googleWalletUrl) return null;
  const isTest = site().testPasses && appleWalletUrl !== null;
  return (
    <section aria-labelledby={heading} className="mt-6 grid gap-3 border-line border-t pt-5">
      <div>
        <h3 id={heading} className="font-bold">
          {t('title')}
        </h3>
        <p className="text-muted text-sm">{t('text')}</p>
      </div>
      <ul className="grid gap-2">
        {appleWalletUrl && (
          <li>
            <a href={appleWalletUrl} className={`${buttonClass('secondary')} w-full`}>
              <Icon of={Wallet} className="size-5 shrink-0" />
              {isTest ? t('appleTest') : t('apple')}
            </a>
          </li>
        )}
        {googleWalletUrl && (
          <li>
            <a
              href={googleWalletUrl}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClass('secondary')} w-full`}
            >
              <Icon of={Wallet} className="size-5 shrink-0" />
              {t('google')}
            </a>
          </li>
        )}
      </ul>
      {isTest && <p className="text-muted text-sm">{t('testText')}</p>}
    </section>
  );
}

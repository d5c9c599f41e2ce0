import { classes } from '#ui/classes.ts';
import { Logo } from '#ui/logo.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** What a card's owner needs to spend it. */
export interface CardSecrets {
  label: string;
  number: string;
  expires: string;
  securityCode: string;
}

interface CardFaceProps {
  card: CardSecrets;
  /** Whole US cents. */
  amountUSD: number;
  test: boolean;
}

/** Shows a card as a picture. A test card is plain and hatched, and says that it is a test. */
export function CardFace({ card, amountUSD, test }: CardFaceProps) {
  const t = useT('redeem.reveal');
  const names = useRewardNames();
  return (
    <div
      className={classes(
        'relative flex aspect-[1.586] w-full flex-col justify-between overflow-hidden rounded-card p-5',
        test
          ? 'border-2 border-muted border-dashed bg-sunken text-ink'
          : 'bg-linear-160 from-hero-from to-hero-to text-on-hero shadow-raised',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <span className="flex items-center gap-2 font-bold">
          {!test && <Logo className="size-8" />}
          {site().productName}
        </span>
        <bdi className="font-bold text-2xl">{names.amount(amountUSD)}</bdi>
      </div>
      <p className="font-semibold text-sm">{test ? t('test') : card.label}</p>
      <div>
        <bdi
          dir="ltr"
          className="block whitespace-nowrap font-semibold text-[clamp(1rem,5.2vw,1.5rem)] tabular-nums tracking-wider"
        >
          {card.number}
        </bdi>
        <p className="mt-2 flex gap-6 text-sm">
          <span>
            {t('expires')} <bdi dir="ltr">{card.expires}</bdi>
          </span>
          <span>
            {t('securityCode')} <bdi dir="ltr">{card.securityCode}</bdi>
          </span>
        </p>
      </div>
    </div>
  );
}

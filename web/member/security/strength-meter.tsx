import { classes } from '#ui/classes.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { type Strength, strengthOf } from './password-strength.ts';

const BARS: Strength['level'][] = ['weak', 'fair', 'strong'];
const FILLS = { weak: 'bg-danger', fair: 'bg-sun', strong: 'bg-brand' };

/** The strength of the password so far, as a bar and in words. */
export function StrengthMeter({ password }: { password: string }) {
  const t = useT('strength');
  const user = useUser();
  const { passwordMinLength: minimum, productName } = site();
  if (!password) return null;
  const { level, reason } = strengthOf(password, minimum, [user?.email ?? '', user?.name ?? '', productName]);
  const filled = BARS.indexOf(level);
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-3 gap-1.5">
        {BARS.map((bar, index) => (
          <span
            key={bar}
            className={classes('h-1.5 rounded-full', index <= filled ? FILLS[level] : 'bg-sunken')}
          />
        ))}
      </div>
      <p aria-live="polite" className="text-sm">
        <span className="font-semibold">{t('label', { level: t(`levels.${level}`) })}</span>{' '}
        <span className="text-muted">
          {reason === 'tooShort' ? t('reasons.tooShort', { minimum }) : t(`reasons.${reason}`)}
        </span>
      </p>
    </div>
  );
}

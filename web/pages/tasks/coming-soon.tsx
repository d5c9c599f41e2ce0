import { CirclePlay, type LucideIcon, Smartphone, UserPlus } from 'lucide-react';
import { useT } from '../../language/language.tsx';
import { useReward } from '../../language/reward.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Amount } from '../../ui/money.tsx';

interface Announced {
  key: 'appInstall' | 'watchVideo' | 'signup';
  icon: LucideIcon;
  points: number;
  difficulty: 'easy' | 'medium';
}

const MISSIONS: Announced[] = [
  { key: 'appInstall', icon: Smartphone, points: 300, difficulty: 'easy' },
  { key: 'watchVideo', icon: CirclePlay, points: 100, difficulty: 'easy' },
  { key: 'signup', icon: UserPlus, points: 500, difficulty: 'medium' },
];

/** Missions of our own that are announced and cannot be started yet. */
export function ComingSoon() {
  const t = useT('tasks');
  const reward = useReward('tasks');
  return (
    <section aria-labelledby="coming-soon" className="grid gap-3">
      <div>
        <h3 id="coming-soon" className="font-bold font-display text-lg tracking-wide">
          {t('comingSoon')}
        </h3>
        <p className="text-muted text-sm">{t('comingSoonText')}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-3">
        {MISSIONS.map(({ key, icon: Icon, points, difficulty }) => (
          <Card as="li" key={key} className="flex items-start gap-4 sm:flex-col sm:gap-3">
            <span className="grid size-12 shrink-0 place-items-center rounded-2xl bg-sunken text-muted">
              <Icon aria-hidden="true" className="size-6" />
            </span>
            <div className="grid gap-1">
              <h4 className="font-bold">{t(`missions.${key}.title`)}</h4>
              <p className="text-muted text-sm">{t(`missions.${key}.text`)}</p>
              <p className="mt-1 flex flex-wrap items-center gap-2">
                <Amount className="font-bold text-brand">{reward.amount(points)}</Amount>
                <Badge>{t(`difficulty.${difficulty}`)}</Badge>
                <Badge tone="accent">{t('soon')}</Badge>
              </p>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  );
}

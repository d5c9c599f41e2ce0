import { Link } from '@tanstack/react-router';
import { useUser } from '../../api/queries.ts';
import { useT } from '../../language/language.tsx';
import { usePageTitle } from '../../page-title.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BackLink } from '../shared/back-link.tsx';
import { MainNavigation } from '../shared/main-navigation.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { EarnedCard } from './earned-card.tsx';
import { Walls } from './walls.tsx';

/** Where points are earned: the offer walls, then what is still to come. */
export function TasksPage() {
  const t = useT('tasks');
  const user = useUser();
  usePageTitle(t('title'));
  if (!user) return null;
  return (
    <Screen
      bar={<AppBar back={<BackLink to="/" />} title={<h1>{t('title')}</h1>} />}
      navigation={<MainNavigation current="tasks" />}
    >
      <header className="mb-5">
        <h2 className="font-bold font-display text-2xl">{t('heading')}</h2>
        <p className="mt-1 text-muted">{t('intro')}</p>
        <Link
          to="/adwall"
          className="-mx-2 mt-1 inline-block rounded-full px-2 py-1.5 font-semibold text-brand text-sm underline"
        >
          {t('oneAtATime')}
        </Link>
      </header>
      <Walls />
      <section aria-labelledby="more" className="mt-10 grid gap-5">
        <h2 id="more" className="font-bold font-display text-xl tracking-wide">
          {t('moreComingSoon')}
        </h2>
        <EarnedCard points={user.points} />
        <ComingSoon />
      </section>
    </Screen>
  );
}

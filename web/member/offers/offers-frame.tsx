import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from '#ui/classes.ts';
import { Screen } from '#ui/screen.tsx';
import { EarningBar } from '#web/member/earning-bar.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';

interface OffersFrameProps {
  back: LinkProps['to'];
  /** Which of the two lists this is; none for one offer. */
  list?: 'browse' | 'started';
  children: ReactNode;
}

/** The frame of the screens of offers, with links between finding offers and those in progress. */
export function OffersFrame(props: OffersFrameProps) {
  return (
    <AreaTexts area="offers">
      <Frame {...props} />
    </AreaTexts>
  );
}

function Frame({ back, list, children }: OffersFrameProps) {
  const t = useT('offers');
  return (
    <Screen
      bar={<EarningBar back={back} title={t('title')} />}
      navigation={<MainNavigation current="tasks" />}
    >
      <div className="grid gap-5">
        {list && (
          <nav aria-label={t('title')} className="flex flex-wrap gap-1 rounded-3xl bg-sunken p-1">
            <ListLink to="/offers" current={list === 'browse'}>
              {t('find')}
            </ListLink>
            <ListLink to="/offers/started" current={list === 'started'}>
              {t('started')}
            </ListLink>
          </nav>
        )}
        {children}
      </div>
    </Screen>
  );
}

interface ListLinkProps {
  to: '/offers' | '/offers/started';
  current: boolean;
  children: ReactNode;
}

function ListLink({ to, current, children }: ListLinkProps) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className={classes(
        'grid min-h-11 grow basis-32 place-items-center rounded-full px-4 py-1.5 text-center font-semibold text-sm',
        current ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}

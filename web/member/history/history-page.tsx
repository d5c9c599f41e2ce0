import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, ScrollText } from 'lucide';
import { AppBar } from '#ui/app-bar.tsx';
import { Icon } from '#ui/icon.tsx';
import { Screen } from '#ui/screen.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { RedeemLink } from '#web/member/redeem-link.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { CardsTab } from './cards-tab.tsx';
import { HistoryNavigation } from './history-navigation.tsx';
import { MissionsTab } from './missions-tab.tsx';

/** The member's finished tasks, and the redemptions (`?tab=cards`). */
export function HistoryPage() {
  return (
    <AreaTexts area="redeem">
      <History />
    </AreaTexts>
  );
}

function History() {
  const t = useT('history');
  const navigate = useNavigate({ from: '/history' });
  const { tab } = useSearch({ from: '/member/history' });
  usePageTitle(tab === 'cards' ? t('cards') : t('title'));
  if (!useUser()) return null;
  return (
    <Screen
      bar={
        <AppBar
          back={<BackLink to="/dashboard" />}
          title={<h1>{t('title')}</h1>}
          actions={<RedeemLink always />}
        />
      }
      navigation={<HistoryNavigation />}
    >
      <Link
        to="/statement"
        className="mb-5 flex min-h-13 items-center gap-3 rounded-card bg-surface px-5 py-3 font-semibold shadow-card hover:bg-sunken"
      >
        <Icon of={ScrollText} className="size-5 shrink-0 text-brand" />
        <span className="grow">{t('statement')}</span>
        <Icon of={ChevronRight} className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
      </Link>
      <Tabs
        label={t('tabsLabel')}
        value={tab ?? 'missions'}
        onValueChange={(value) =>
          void navigate({
            search: value === 'cards' ? { tab: 'cards' } : {},
            replace: true,
            resetScroll: false,
          })
        }
        items={[
          { value: 'missions', label: t('missions'), content: <MissionsTab /> },
          {
            value: 'cards',
            label: t('cards'),
            content: <CardsTab />,
          },
        ]}
      />
    </Screen>
  );
}

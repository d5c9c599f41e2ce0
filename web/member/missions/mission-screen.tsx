import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { Screen } from '#ui/screen.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { EarningBar } from '#web/member/earning-bar.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { MissionView } from './mission-view.tsx';
import { useMissions } from './use-missions.ts';

export function MissionScreen({ id }: { id: string }) {
  const t = useT('tasks');
  const words = useT('missions');
  const missions = useMissions();
  const mission = missions.data?.find((other) => other.id === id);
  usePageTitle(mission?.title ?? t('title'));
  return (
    <Screen
      bar={<EarningBar back="/task" title={t('title')} />}
      navigation={<MainNavigation current="tasks" />}
    >
      <QueryView
        query={missions}
        loading={<Loading label={words('loading')} shapes={['h-80 rounded-card']} />}
      >
        {() => (mission ? <MissionView key={id} mission={mission} /> : <Unknown />)}
      </QueryView>
    </Screen>
  );
}

function Unknown() {
  const t = useT('missions');
  return (
    <EmptyState
      illustration={<EmptyPocket />}
      title={t('unknownTitle')}
      text={t('unknownText')}
      action={
        <Link to="/task" className={buttonClass('secondary')}>
          {t('back')}
        </Link>
      }
    />
  );
}

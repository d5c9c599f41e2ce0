import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { missionTexts } from '#contract/missions.rules.ts';
import type { PlannedMission } from '#contract/missions.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { TranslationsCard } from '#web/admin/parts/translations-card.tsx';
import { useOpenSection, useSectionParams } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { MissionEditor } from './mission-editor.tsx';
import { MISSION_LISTS, plannedMissionsQuery } from './missions-query.ts';

export function NewMissionPage() {
  return (
    <AreaTexts area="missions">
      <Editing mission={undefined} />
    </AreaTexts>
  );
}

export function MissionPage() {
  return (
    <AreaTexts area="missions">
      <Change />
    </AreaTexts>
  );
}

function Change() {
  const t = useT('missionsEditor');
  const { id } = useSectionParams();
  const missions = useQuery(plannedMissionsQuery);
  const mission = missions.data?.find((one) => one.id === id);
  if (mission) return <Editing mission={mission} />;
  return (
    <AdminScreen title={t('change')} trail={[{ path: 'missions', label: t('title') }]}>
      <QueryView
        query={missions}
        outdated="failure"
        loading={<LoadingCards label={t('loading')} heights={['h-96']} />}
      >
        {() => <EmptyState title={t('unknownTitle')} text={t('unknownText')} />}
      </QueryView>
    </AdminScreen>
  );
}

function Editing({ mission }: { mission: PlannedMission | undefined }) {
  const t = useT('missionsEditor');
  const openSection = useOpenSection();
  const close = () => void openSection('missions');
  const unsaved = useRef(false);
  // What is typed of the translations is not left behind.
  const leave = () => {
    if (!unsaved.current) close();
  };
  return (
    <AdminScreen
      title={mission ? <bdi>{mission.title}</bdi> : t('add')}
      pageTitle={mission?.title ?? t('add')}
      trail={[{ path: 'missions', label: t('title') }]}
    >
      <MissionEditor mission={mission} onSaved={leave} onClose={close} />
      {mission && (
        <TranslationsCard
          texts={missionTexts(mission)}
          translations={mission.translations}
          read={async () =>
            (await call('GET /api/admin/missions')).find(({ id }) => id === mission.id)?.translations
          }
          send={(language, texts) =>
            call('PUT /api/admin/missions/{id}/translations/{language}', {
              params: { id: mission.id, language },
              body: { texts },
            })
          }
          fresh
          stale={MISSION_LISTS}
          unsaved={unsaved}
        />
      )}
    </AdminScreen>
  );
}

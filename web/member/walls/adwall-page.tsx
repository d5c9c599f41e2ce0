import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Wall } from '#contract/walls.ts';
import { Card } from '#ui/card.tsx';
import { Screen } from '#ui/screen.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { EarningBar } from '#web/member/earning-bar.tsx';
import { MainNavigation } from '#web/member/main-navigation.tsx';
import { useUser, useWalls } from '#web/shared/api/queries.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { shownWalls, WallView } from './wall-view.tsx';
import { NoWalls } from './walls.tsx';

/** All offer walls, one at a time, as high as the window. */
export function AdwallPage() {
  return (
    <AreaTexts area="missions">
      <Adwall />
    </AreaTexts>
  );
}

function Adwall() {
  const t = useT('adwall');
  usePageTitle(t('title'));
  if (!useUser()) return null;
  return (
    <Screen width="wide" bar={<EarningBar back="/task" title={t('title')} />} navigation={<MainNavigation />}>
      <WallTabs />
    </Screen>
  );
}

function WallTabs() {
  const t = useT('tasks');
  const shapes = ['h-13 rounded-full', 'h-150 rounded-card'];
  const loading = <Loading label={t('loading')} shapes={shapes} className="grid gap-5" />;
  return (
    <QueryView query={useWalls()} loading={loading} outdated="failure">
      {(walls) => <OneAtATime shown={shownWalls(walls)} />}
    </QueryView>
  );
}

function OneAtATime({ shown }: { shown: Wall[] }) {
  const t = useT('adwall');
  const { wall } = useSearch({ from: '/member/adwall' });
  const [chosen, setChosen] = useState(wall);
  const [first] = shown;
  if (!first) return <NoWalls />;
  if (shown.length === 1) return <OneWall wall={first} />;
  return (
    <Tabs
      label={t('tabsLabel')}
      value={shown.some(({ id }) => id === chosen) && chosen ? chosen : first.id}
      onValueChange={setChosen}
      items={shown.map((wall) => ({
        value: wall.id,
        label: <bdi>{wall.title}</bdi>,
        content: <OneWall wall={wall} />,
      }))}
    />
  );
}

function OneWall({ wall }: { wall: Wall }) {
  return (
    <Card id={`wall-${wall.id}`} aria-label={wall.title} padded={false} className="overflow-hidden">
      <WallView wall={wall} height="window" />
    </Card>
  );
}

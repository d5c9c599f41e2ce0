import { useState } from 'react';
import type { Wall } from '#contract/walls.ts';
import { useUser, useWalls } from '../../api/queries.ts';
import { AreaTexts } from '../../language/areas.tsx';
import { useT } from '../../language/language.tsx';
import { usePageTitle } from '../../page-title.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BackLink } from '../shared/back-link.tsx';
import { Failure } from '../shared/failure.tsx';
import { MainNavigation } from '../shared/main-navigation.tsx';
import { shownWalls, WallView } from '../shared/walls/wall-view.tsx';
import { NoWalls } from '../tasks/walls.tsx';

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
    <Screen
      width="wide"
      bar={<AppBar back={<BackLink to="/task" />} title={<h1>{t('title')}</h1>} />}
      navigation={<MainNavigation />}
    >
      <WallTabs />
    </Screen>
  );
}

function WallTabs() {
  const t = useT('adwall');
  const loading = useT('tasks')('loading');
  const walls = useWalls();
  const [chosen, setChosen] = useState<string>();
  if (walls.isPending) {
    return (
      <Loading label={loading} className="grid gap-5">
        <Skeleton className="h-13 rounded-full" />
        <Skeleton className="h-150 rounded-card" />
      </Loading>
    );
  }
  if (walls.isError) return <Failure query={walls} />;
  const shown = shownWalls(walls.data);
  const [first] = shown;
  if (!first) return <NoWalls />;
  if (shown.length === 1) return <OneWall wall={first} />;
  return (
    <Tabs
      label={t('tabsLabel')}
      value={shown.some(({ id }) => id === chosen) && chosen ? chosen : first.id}
      onValueChange={setChosen}
      items={shown.map((wall) => ({ value: wall.id, label: wall.title, content: <OneWall wall={wall} /> }))}
    />
  );
}

function OneWall({ wall }: { wall: Wall }) {
  return (
    <Card aria-label={wall.title} padded={false} className="overflow-hidden">
      <WallView wall={wall} height="window" />
    </Card>
  );
}

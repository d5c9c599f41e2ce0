import { useEffect, useEffectEvent } from 'react';
import type { Mission } from '#contract/missions.ts';
import { call } from '#web/shared/api/call.ts';
import { BrowseWork } from './browse-work.tsx';
import { LinkWork } from './link-work.tsx';
import { SurveyWork } from './survey-work.tsx';
import { useMissionCall } from './use-missions.ts';
import { VideoWork } from './video-work.tsx';

/** The work of a started mission, by its kind. */
export function MissionWork({ mission }: { mission: Mission }) {
  useTakenUp(mission.id);
  const { content } = mission;
  switch (content.kind) {
    case 'video':
      return <VideoWork mission={mission} video={content} />;
    case 'survey':
      return <SurveyWork mission={mission} questions={content.questions} />;
    case 'browse':
      return <BrowseWork mission={mission} shop={content} />;
    default:
      return <LinkWork content={content} />;
  }
}

/** Starts the mission again when the member returns to it, so that the server keeps a place while they work. */
function useTakenUp(id: string): void {
  const takeUp = useMissionCall(() => call('POST /api/missions/{id}/start', { params: { id } }));
  const begin = useEffectEvent(() => takeUp.mutate());
  useEffect(() => begin(), []);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { type BEAT_STATES, HEARTBEAT_SECONDS } from '#contract/missions.values.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { keys } from '#web/shared/api/queries.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';
import { useMissionCall } from './use-missions.ts';

const BEAT_MS = HEARTBEAT_SECONDS * 1_000;
/** How often the shown time advances between two heartbeats. */
const TICK_MS = 500;
/** The last heartbeat is sent this long after the goal, so that it is not too early. */
const AFTER_GOAL_MS = 150;

type BeatState = (typeof BEAT_STATES)[number];

export interface MissionClock {
  /** The time that the server has counted, plus this page's own clock since then. */
  countedMs: number;
  state: BeatState | 'lost' | 'refused';
  /** Why the last heartbeat was refused. */
  refusal?: CallError | undefined;
  /** The call that completes the mission; it can be repeated after a failure. */
  completion: { isPending: boolean; error: unknown; retry: () => void };
}

/**
 * Sends heartbeats while this page shows a timed mission, as long as `showing` is true and the page is in front. The
 * server counts; the shown time only follows it. Completes the mission when the time is full.
 */
export function useClock(mission: Mission, seconds: number, showing: boolean): MissionClock {
  const targetMs = seconds * 1_000;
  const queryClient = useQueryClient();
  const [clock, setClock] = useState<Omit<MissionClock, 'completion'>>({
    countedMs: mission.countedMs,
    state: mission.countedMs >= targetMs ? 'reached' : 'stopped',
  });
  const visible = useVisible();
  const reached = clock.state === 'reached';
  const running = showing && visible && !reached;
  const completion = useMissionCall(() =>
    call('POST /api/missions/{id}/completion', { params: { id: mission.id } }),
  );
  const finish = useEffectEvent(() => completion.mutate());
  useEffect(() => {
    if (reached) finish();
  }, [reached]);

  const beat = useEffectEvent(async (playing: boolean): Promise<number> => {
    try {
      const answer = await call('POST /api/missions/{id}/heartbeats', {
        params: { id: mission.id },
        body: { view: VIEW, playing },
      });
      setClock(answer);
      return answer.state === 'counting' ? targetMs - answer.countedMs + AFTER_GOAL_MS : BEAT_MS;
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_signed_in') throw error;
      const refusal = error instanceof CallError && !mayHaveBeenDone(error) ? error : undefined;
      setClock(({ countedMs }) => ({ countedMs, state: refusal ? 'refused' : 'lost', refusal }));
      // The mission may have changed, or be gone.
      if (refusal) void queryClient.invalidateQueries({ queryKey: keys.missions });
      return BEAT_MS;
    }
  });
  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const next = async () => {
      const wait = await beat(true);
      if (!stopped) timer = setTimeout(next, Math.min(wait, BEAT_MS));
    };
    void next();
    return () => {
      stopped = true;
      clearTimeout(timer);
      void beat(false);
    };
  }, [running]);

  const shownMs = useMovedOn(clock.countedMs, running && clock.state === 'counting');
  return {
    ...clock,
    countedMs: Math.min(shownMs, targetMs),
    completion: {
      isPending: completion.isPending,
      error: completion.error,
      retry: () => completion.mutate(),
    },
  };
}

/** Advances a number of milliseconds between two responses of the server. */
function useMovedOn(countedMs: number, moving: boolean): number {
  const [extra, setExtra] = useState(0);
  const since = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every response restarts the count
  useEffect(() => {
    setExtra(0);
    if (!moving) return;
    since.current = performance.now();
    const timer = setInterval(() => setExtra(performance.now() - since.current), TICK_MS);
    return () => clearInterval(timer);
  }, [countedMs, moving]);
  return countedMs + extra;
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}

const VIEW_KEY = 'mission-view';

/**
 * The id of this page. It is stored only between this page and the next one of the tab, so that counting continues at once after
 * a reload, and a copy of the tab has an id of its own.
 */
const VIEW = kept(VIEW_KEY, 'tab') ?? crypto.getRandomValues(new Uint8Array(16)).join('-');
forget(VIEW_KEY, 'tab');
addEventListener('pagehide', () => keep(VIEW_KEY, VIEW, 'tab'));

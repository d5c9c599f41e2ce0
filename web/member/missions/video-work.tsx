import { Pause, Play } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { TimeProgress } from './time-progress.tsx';
import { useClock } from './use-clock.ts';

type Video = Extract<Mission['content'], { kind: 'video' }>;

/**
 * The video with one button: it cannot be fast-forwarded, and leaving the page pauses it. If it ends before the time is
 * full, it starts again.
 */
export function VideoWork({ mission, video }: { mission: Mission; video: Video }) {
  const t = useT('missions');
  const player = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [failed, setFailed] = useState(false);
  const clock = useClock(mission, video.seconds, playing);
  const [from] = useState(mission.countedMs / 1_000);
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && player.current?.pause();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);
  useEffect(() => {
    if (clock.state === 'reached' || clock.state === 'elsewhere') player.current?.pause();
  }, [clock.state]);
  const icon = playing ? Pause : Play;
  return (
    <Card as="div" className="grid gap-4">
      <video
        ref={player}
        aria-label={mission.title}
        className="aspect-video w-full rounded-2xl bg-sunken"
        muted
        playsInline
        loop
        preload="auto"
        disablePictureInPicture
        onLoadedMetadata={({ currentTarget }) => {
          if (from < currentTarget.duration) currentTarget.currentTime = from;
        }}
        onPlaying={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onWaiting={() => setPlaying(false)}
      >
        {video.sources.map((source, position) => (
          <source
            key={source}
            src={source}
            type={source.endsWith('.webm') ? 'video/webm' : 'video/mp4'}
            onError={() => position === video.sources.length - 1 && setFailed(true)}
          />
        ))}
      </video>
      {failed ? (
        <p role="alert" className="font-medium text-danger">
          {t('video.failed')}
        </p>
      ) : (
        <Button
          size="large"
          off={clock.state === 'reached'}
          onClick={() => {
            if (playing) player.current?.pause();
            else void player.current?.play().catch(() => setFailed(true));
          }}
        >
          <Icon of={icon} className="size-5" />
          {playing ? t('video.pause') : t('video.play')}
        </Button>
      )}
      <TimeProgress clock={clock} seconds={video.seconds} />
      <p className="text-muted text-sm">{t('video.hint')}</p>
    </Card>
  );
}

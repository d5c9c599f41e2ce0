import { useRef, useState } from 'react';
import type { PlannedReward } from '#contract/rewards.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { smallPicture } from './small-picture.ts';
import { REWARD_LISTS } from './use-change-rewards.ts';

/** The picture that members see beside the title of a reward: shows it, replaces it, removes it. */
export function PictureCard({ reward: { id, kind, picture } }: { reward: PlannedReward }) {
  const t = useT('rewards');
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const change = useCallMutation(
    (chosen: string | null) =>
      call('PUT /api/admin/rewards/{id}/picture', { params: { id }, body: { picture: chosen } }),
    {
      done: { title: t('saved') },
      // The button that removes goes with the picture.
      onDone: (_, chosen) => {
        const isThere = document.activeElement === remover.current;
        if (chosen === null && isThere) chooser.current?.focus();
      },
      stale: REWARD_LISTS,
      failed: t('saveFailed'),
    },
  );
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setUnreadable(false);
    try {
      change.mutate(await smallPicture(file));
    } catch {
      // It is no picture, or it was moved after it was chosen.
      setUnreadable(true);
    }
  };
  return (
    <HeadedCard
      id="reward-picture"
      title={t('picture')}
      className="grid max-w-3xl gap-4"
      text={<p className="text-muted">{picture ? t('pictureText') : t('pictureNone')}</p>}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <RewardArt kind={kind} picture={picture} className="w-24" />
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('pictureFile')}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <Button
          ref={chooser}
          variant="secondary"
          size="small"
          loading={change.isPending && change.variables !== null}
          off={change.isPending}
          onClick={() => input.current?.click()}
        >
          {t('pictureChoose')}
        </Button>
        {picture !== null && (
          <Button
            ref={remover}
            variant="quiet"
            size="small"
            loading={change.isPending && change.variables === null}
            off={change.isPending}
            onClick={() => change.mutate(null)}
          >
            {t('pictureRemove')}
          </Button>
        )}
      </div>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {unreadable && t('pictureUnreadable')}
      </p>
    </HeadedCard>
  );
}

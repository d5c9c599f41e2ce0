import { Button } from '#ui/button.tsx';
import { Shield } from '#ui/illustrations/shield.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useT } from '#web/shared/language/language.tsx';
import type { FrameState } from './use-frame-state.ts';

interface WallTroubleProps {
  title: string;
  state: FrameState;
  onReload: () => void;
}

/** Covers a wall that is loading, slow or blocked, and says what to do. */
export function WallTrouble({ title, state, onReload }: WallTroubleProps) {
  const t = useT('tasks.wall');
  if (state === 'loaded') return null;
  return (
    <div className="absolute inset-0 flex justify-center bg-surface px-6 pt-12 text-center sm:pt-20">
      {state === 'loading' ? (
        <p role="status" className="flex h-fit items-center gap-3 text-muted">
          <Spinner className="text-brand" />
          {t('loading', { title })}
        </p>
      ) : (
        <div role="status" className="grid h-fit max-w-sm justify-items-center gap-2">
          <div className="w-32">
            <Shield />
          </div>
          <p className="font-bold text-lg">{t(`${state}Title`, { title })}</p>
          <p className="text-muted">{t(`${state}Text`)}</p>
          <Button variant="secondary" onClick={onReload} className="mt-3">
            {t('reload')}
          </Button>
        </div>
      )}
    </div>
  );
}

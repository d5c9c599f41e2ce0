import { ExternalLink, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '../../../language/language.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { isThirdParty, sandboxOf } from './sandbox.ts';
import { useFrameState } from './use-frame-state.ts';
import { WallTrouble } from './wall-trouble.tsx';

interface WallFrameProps {
  title: string;
  url: string;
  /** Pixels. */
  height: number;
  /** Set where the frame starts out of sight. */
  lazy?: boolean;
}

/** A wall in a frame of exactly the given height. */
export function WallFrame({ title, url, height, lazy = false }: WallFrameProps) {
  const t = useT('tasks.wall');
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, attempt, onLoad, reload } = useFrameState(frame, url);
  const action = `${buttonClass('quiet', 'small')} px-3`;
  return (
    <div>
      <div className="relative">
        <iframe
          key={attempt}
          ref={frame}
          title={title}
          src={url}
          sandbox={sandboxOf(url, location.origin)}
          loading={lazy ? 'lazy' : 'eager'}
          onLoad={onLoad}
          height={height}
          className="block w-full bg-surface"
        />
        <WallTrouble title={title} state={state} onReload={reload} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-5 py-2 text-muted text-sm">
        <p className="py-2">{t('help')}</p>
        <div className="-mx-3 flex flex-wrap">
          <button type="button" onClick={reload} className={action} aria-label={t('reloadName', { title })}>
            <RotateCw aria-hidden="true" className="size-4" />
            {t('reload')}
          </button>
          {isThirdParty(url, location.origin) && (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={action}
              aria-label={t('newTabName', { title })}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {t('newTab')}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

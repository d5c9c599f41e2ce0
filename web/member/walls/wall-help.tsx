import { ExternalLink, RotateCw } from 'lucide';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';

interface WallHelpProps {
  title: string;
  onReload: () => void;
  /** The wall's address, to open it outside the frame. */
  url?: string | undefined;
}

/** Below a wall: what to do if a filter has emptied it, which cannot be told from a loaded one. */
export function WallHelp({ title, onReload, url }: WallHelpProps) {
  const t = useT('tasks.wall');
  const action = buttonClass('quiet', 'small');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-5 py-2 text-muted text-sm">
      <p className="py-2">{t('help')}</p>
      <div className="-mx-4 flex flex-wrap">
        <button type="button" onClick={onReload} className={action} aria-label={t('reloadName', { title })}>
          <Icon of={RotateCw} className="size-4" />
          {t('reload')}
        </button>
        {url && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className={action}
            aria-label={t('newTabName', { title })}
          >
            <Icon of={ExternalLink} className="size-4" />
            {t('newTab')}
          </a>
        )}
      </div>
    </div>
  );
}

import { ExternalLink } from 'lucide';
import type { Mission } from '#contract/missions.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useT } from '#web/shared/language/language.tsx';

type Link = Extract<Mission['content'], { url: string | null }>;

/** The member's own link to the advertiser, whose server reports when the mission is done. */
export function LinkWork({ content }: { content: Link }) {
  const t = useT('missions');
  if (content.url === null) return null;
  return (
    <Card as="div" className="grid gap-4">
      <a
        href={content.url}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClass('primary', 'large')} w-full sm:w-auto sm:justify-self-start`}
      >
        {t(`link.open.${content.kind}`)}
        <Icon of={ExternalLink} className="size-5" />
        <span className="sr-only">{t('link.newTab')}</span>
      </a>
      <p role="status" className="flex items-start gap-3">
        <Spinner size="small" className="mt-0.5 shrink-0 text-brand" />
        {t('link.waiting')}
      </p>
      <p className="text-muted text-sm">{t('link.personal')}</p>
    </Card>
  );
}

import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

/** A link to the page that shows mails on a development site. */
export function MailboxLink() {
  const t = useT('mailbox');
  if (!site().development) return null;
  return (
    <p className="rounded-2xl bg-accent-soft px-4 py-3 text-center text-on-accent-soft text-sm">
      {t.rich('text', {
        link: (words) => (
          <a href="/dev/mail" target="_blank" rel="noreferrer" className="font-semibold underline">
            {words}
          </a>
        ),
      })}
    </p>
  );
}

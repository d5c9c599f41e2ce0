import { useT } from '#web/shared/language/language.tsx';

type State = Record<string, unknown> | null;

/** The change of an action, field by field: the old value struck out, then the new one. */
export function AuditChange({ before, after }: { before: State; after: State }) {
  const t = useT('auditTrail');
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => written(before?.[name]) !== written(after?.[name]));
  if (changed.length === 0) return <span className="text-muted">{t('noChange')}</span>;
  return (
    <dl dir="ltr" className="grid max-w-96 gap-1 text-start text-xs">
      {changed.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline font-semibold">{name}: </dt>
          {before && name in before && (
            <dd className="inline">
              <span className="sr-only">{t('was')} </span>
              <del className="text-muted">{written(before[name]) ?? t('nothing')}</del>{' '}
            </dd>
          )}
          {after && name in after && (
            <dd className="inline">
              <span className="sr-only">{t('is')} </span>
              <ins className="font-semibold no-underline">{written(after[name]) ?? t('nothing')}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function written(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

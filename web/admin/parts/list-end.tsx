import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Says so if a list without pages has as many entries as the server returns at most. */
export function ListEnd({ count }: { count: number }) {
  const t = useT('adminParts');
  if (count < STAFF_LIST_MAX) return null;
  return <p className="text-center text-muted text-sm">{t('listEnd', { count })}</p>;
}

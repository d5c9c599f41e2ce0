import { useT } from '#web/shared/language/language.tsx';

/** Says what the member of a redemption owes, if anything. Undefined from a server of the release before. */
export function Owed({ points }: { points: number | undefined }) {
  const t = useT('workItem');
  const parts = useT('adminParts');
  if (!points) return null;
  return (
    <p className="rounded-2xl bg-danger-soft p-4 font-medium text-on-danger-soft">
      {t('owed', { points: parts('points', { count: points }) })}
    </p>
  );
}

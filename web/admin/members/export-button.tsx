import { Download } from 'lucide';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { download } from '#web/shared/api/download.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { filtersOf } from './member-table.tsx';

/** Downloads the members that match the filters. */
export function ExportButton() {
  const t = useT('members');
  const { search } = useSectionSearch();
  const allowed = usePermission('exports');
  const save = useCallMutation(
    () => download(`${MEMBERS_CSV_PATH}?${new URLSearchParams(filtersOf(search))}`),
    { fresh: true, onDone: ({ name, content }) => saveFile(name, content), failed: t('exportFailed') },
  );
  if (!allowed) return null;
  return (
    <Button variant="secondary" loading={save.isPending} onClick={() => save.mutate()}>
      <Icon of={Download} className="size-5" />
      {t('export')}
    </Button>
  );
}

import { Download } from 'lucide';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { CopyButton } from '#web/shared/parts/copy-button.tsx';

/** Shows the backup codes once, to copy or to save as a file. */
export function BackupCodes({ codes }: { codes: string[] }) {
  const t = useT('twoFactor');
  const { productName } = site();
  const email = useUser()?.email ?? '';
  const list = codes.join('\n');
  const save = () =>
    saveFile(
      t('fileName', { productName }),
      new Blob([`${t('fileText', { productName, email })}\n\n${list}\n`], { type: 'text/plain' }),
    );
  return (
    <div className="grid gap-4">
      <ul
        aria-label={t('codesLabel')}
        dir="ltr"
        className="grid gap-1 rounded-2xl bg-sunken p-4 text-center font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={list}>{t('copyCodes')}</CopyButton>
        <Button size="small" variant="secondary" onClick={save}>
          <Icon of={Download} className="size-4" />
          {t('download')}
        </Button>
      </div>
    </div>
  );
}

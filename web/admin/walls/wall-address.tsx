import { Copy } from 'lucide';
import type { WallHealth } from '#contract/walls.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast-store.ts';
import { useT } from '#web/shared/language/language.tsx';

/** The postback address to enter at the wall's vendor. */
export function WallAddress({ wall: { address, methods, parameters } }: { wall: WallHealth }) {
  const t = useT('wallHealth');
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ title: t('copied'), tone: 'success' }),
      () => toast({ title: t('copyFailed'), tone: 'error' }),
    );
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('address')}</h3>
      <div className="flex flex-wrap items-start gap-2">
        <code
          dir="ltr"
          className="wrap-anywhere min-w-0 grow basis-60 select-all rounded-2xl bg-sunken px-4 py-3 text-sm"
        >
          {address}
        </code>
        <Button variant="secondary" onClick={() => void copy()}>
          <Icon of={Copy} className="size-4" />
          {t('copy')}
        </Button>
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        {t('addressHint', { methods: methods.join(', ') })}{' '}
        {t('parameters', { names: parameters.join(', ') })}
      </p>
    </div>
  );
}

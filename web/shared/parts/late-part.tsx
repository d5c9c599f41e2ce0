import { type ComponentType, lazy } from 'react';
import { Button } from '#ui/button.tsx';
import { part } from '#web/shared/browser/missing-part.ts';
import { useT } from '#web/shared/language/language.tsx';

/**
 * A component whose module is loaded when it is first shown. Where that fails, `without` stands in its place, a notice by
 * default, and the rest of the screen stays.
 */
export const latePart = <Module, Props>(
  load: () => Promise<Module>,
  of: (module: Module) => ComponentType<Props>,
  without: ComponentType<Props> = MissingPartNotice,
) =>
  lazy<ComponentType<Props>>(async () => ({
    default: await part(load()).then(of, () => without),
  }));

/** What a browser could not load it may not ask for again until the page is reloaded (whatwg/html issue 6768). */
export function MissingPartNotice() {
  const errors = useT('errors');
  const common = useT('common');
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-24 z-60 mx-auto grid max-w-md justify-items-end gap-3 rounded-2xl border border-line bg-surface p-4 text-ink text-sm shadow-raised"
    >
      <p>{errors('missing_part')}</p>
      <Button size="small" variant="secondary" onClick={() => window.location.reload()}>
        {common('reload')}
      </Button>
    </div>
  );
}

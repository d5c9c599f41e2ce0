import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '#web/shared/language/language.tsx';

interface DealtWithProps {
  /** Something was typed, and stays. */
  typed?: boolean;
  /** How it ended, where that is known. */
  children?: ReactNode;
}

/** Stands where the action was once somebody else has dealt with what is open, and takes the focus that its button had. */
export function DealtWith({ typed, children }: DealtWithProps) {
  const t = useT('workItem');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="grid gap-1 font-medium outline-none">
      <p>{t('dealtWith')}</p>
      {children}
      {typed && <p>{t('typedStays')}</p>}
    </div>
  );
}

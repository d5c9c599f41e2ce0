import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { withTexts } from '#web/shared/language/areas.tsx';

type Parts = typeof import('./ahead.ts');

/**
 * A part of the dashboard that it can do without. Where it cannot be loaded, as without a connection, nothing stands in
 * its place, and the rest stays.
 */
export const ahead = <Name extends keyof Parts>(name: Name): LazyExoticComponent<Parts[Name]> =>
  lazy(() =>
    withTexts('earn', import('./ahead.ts')).then(
      (parts) => ({ default: parts[name] }),
      () => ({ default: (() => null) as ComponentType as Parts[Name] }),
    ),
  );

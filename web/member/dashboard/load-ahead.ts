import type { ComponentType } from 'react';
import { withTexts } from '#web/shared/language/areas.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';

type Parts = typeof import('./ahead.ts');

/** Stands in the place of a part that the dashboard can do without, as without a connection. */
export const Nothing = () => null;

export const loadAhead = () => withTexts('earn', import('./ahead.ts'));

/** A part of the dashboard that it can do without. */
export const ahead = <Props>(of: (parts: Parts) => ComponentType<Props>) => latePart(loadAhead, of, Nothing);

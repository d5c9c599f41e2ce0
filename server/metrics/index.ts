import { register } from '@prometheus-io/client';
import type { Figures } from '#domain/administration/index.ts';
import { setFigures } from './figures.ts';

export {
  awaitComparison,
  countedMailer,
  countedPush,
  observeComparison,
  observePayout,
} from './calls.ts';
export { awaitJob, countLost, type Held, observeBatch, observeJob, showHeld } from './process.ts';

/** All metrics in the text format of Prometheus, without those that the database counts if it told no figures. */
export function renderMetrics(figures: Figures | undefined): Promise<string> {
  setFigures(figures);
  return register.metrics();
}

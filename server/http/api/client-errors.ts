import * as contract from '#contract/client-errors.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { withoutPersonal } from '#server/http/frame/without-personal.ts';

/** Logs faults of the app in browsers. Anyone may send them, so they are limited, shortened and cleaned. */
export const clientErrorRoutes = ({ log }: Services): Route[] => [
  implement(contract.reportClientError).with(async ({ body }, { userAgent }) => {
    const { id, ...said } = body;
    const report = Object.fromEntries(
      Object.entries(said).map(([name, value]) => [name, withoutPersonal(value)]),
    );
    log.error({ report: id, ...report, userAgent }, 'fault in a browser');
    return {};
  }),
];

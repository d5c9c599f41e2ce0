import * as contract from '#contract/client-errors.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Texts that may name a person or grant access: e-mail addresses, long numbers, long random words, queries. */
const PERSONAL = [/[^\s@<>"']+@[^\s@<>"']+/g, /\d{5,}/g, /[\w-]{32,}/g, /\?[^\s:)]*/g];

const withoutPersonal = (text: string) =>
  PERSONAL.reduce((clean, pattern) => clean.replaceAll(pattern, '[removed]'), text);

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

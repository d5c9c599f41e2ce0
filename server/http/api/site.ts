import * as contract from '#contract/site.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** The public settings. */
export const siteRoutes = ({ site }: Services): Route[] => [implement(contract.site).constantly(site)];

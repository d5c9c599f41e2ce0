import { type Site, site } from '#contract/site.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const siteRoutes = (settings: Site): Route[] => [implement(site).with(async () => settings)];

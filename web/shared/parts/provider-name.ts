import { site } from '#web/shared/api/site.ts';

/** The name of another site as the operator calls it; its id for one that is no longer set up. */
export const providerName = (id: string): string =>
  site().identityProviders.find((provider) => provider.id === id)?.name ?? id;

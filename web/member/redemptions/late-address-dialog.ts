import { latePart } from '#web/shared/parts/late-part.tsx';

/** Rarely needed, so the form and its rules are loaded on demand. */
export const AddressDialog = latePart(
  () => import('./billing-address-dialog.tsx'),
  (module) => module.AddressDialog,
);

import { classes } from './classes.ts';

/** For a grid of fields with short labels: on a phone the labels stand beside the fields, so that choices are read whole and what follows begins soon. */
export const LABELS_BESIDE = classes(
  'min-[22rem]:max-sm:grid-cols-[fit-content(7rem)_minmax(0,1fr)]',
  'min-[22rem]:max-sm:*:col-span-full min-[22rem]:max-sm:*:grid-cols-subgrid min-[22rem]:max-sm:*:items-center',
  // Hints and errors stand below their field.
  'min-[22rem]:max-sm:*:[&>p]:col-start-2',
);

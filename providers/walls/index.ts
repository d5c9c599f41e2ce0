import type { WallDefinition } from '#domain/earning/index.ts';
import { adgate } from './adgate.ts';
import { adgem } from './adgem.ts';
import { ayet } from './ayet.ts';
import { bitlabs } from './bitlabs.ts';
import { cpx } from './cpx.ts';
import { kiwiwall } from './kiwiwall.ts';
import { lootably } from './lootably.ts';
import { monlix } from './monlix.ts';
import { notik } from './notik.ts';
import { pubscale } from './pubscale.ts';
import { rapidoreach } from './rapidoreach.ts';
import { bitcotasks, revlum, wannads } from './sub-id-family.ts';
import { theoremreach } from './theoremreach.ts';
import { torox } from './torox.ts';

/** The walls that an entry of a walls file can name in `uses`. */
export const builtInWalls: WallDefinition[] = [
  cpx,
  rapidoreach,
  theoremreach,
  adgate,
  adgem,
  ayet,
  bitlabs,
  lootably,
  torox,
  wannads,
  revlum,
  bitcotasks,
  notik,
  kiwiwall,
  pubscale,
  monlix,
];

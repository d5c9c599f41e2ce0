import { ensureServerBuilt } from '#scripts/setup.js';

/** The tests of this project start the server as an operator does: built, from these sources. */
export default ensureServerBuilt;

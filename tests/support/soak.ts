import { z } from 'zod';

const Size = z.enum(['unit', 'usual', 'full', 'soak']).default('usual');

/** Which runs are asked for: `usual` for each `npm test`, more in `npm run test:full`, all of the long random ones in the soak. */
const size = Size.parse(process.env['KONTER_TESTS'] || undefined);

/** `npm run test:soak`: long random tests run at their full size. */
export const isSoak = size === 'soak';

/** The size of a random test. `full` is the usual one where it is left out. */
export const soakSize = <T>({ usual, full = usual, soak }: { usual: T; full?: T; soak: T }): T =>
  ({ unit: usual, usual, full, soak })[size];

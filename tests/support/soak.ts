const tests = process.env['KONTER_TESTS'];

/** Set by `npm run test:soak` (scripts/test.ts): long random tests run at their full size. */
export const isSoak = tests === 'soak';

interface Sizes<T> {
  /** of each run of `npm test` */
  usual: T;
  /** of `npm run test:full`; as usual where it is left out */
  full?: T;
  /** of `npm run test:soak` */
  soak: T;
}

/** The size of a random test. */
export const soakSize = <T>({ usual, full = usual, soak }: Sizes<T>): T =>
  isSoak ? soak : tests === 'full' ? full : usual;

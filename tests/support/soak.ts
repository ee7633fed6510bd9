/** Set by `npm run test:soak` (scripts/test.ts): long random tests run at their full size. */
export const isSoak = process.env['KONTER_SOAK'] === '1';

/** The size of a random test: small for each run of `npm test`, full for the soak. */
export const soakSize = <T>(size: { usual: T; soak: T }): T => (isSoak ? size.soak : size.usual);

/**
 * Whose releases this program believes: the public halves (Ed25519, 32 bytes in base 64), newest first. They are made by
 * `node scripts/package/update-key.ts`; two stand here while one takes the other's place. With none, as in a build that
 * nobody has released, the program renews itself from nowhere, and says so.
 */
export const updateKeys: readonly string[] = [];

import type { Random } from '../../ports/random.ts';

const saltBytes = 16;
/** Asking the system for randomness costs as much as writing a row, so many salts are taken at once. */
const taken = 256;

/** Salts of 16 bytes, each given once. */
export function prepareSalts(random: Random): () => Uint8Array {
  let store: Uint8Array = new Uint8Array();
  return () => {
    if (store.length === 0) store = random.bytes(saltBytes * taken);
    const salt = store.subarray(0, saltBytes);
    store = store.subarray(saltBytes);
    return salt;
  };
}

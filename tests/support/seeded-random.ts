import { hash } from 'node:crypto';
import type { Random } from '../../src/main/base/system.ts';

/** The same bytes in the same order for the same seed. */
export function seededRandom(seed: string): Random {
  let drawn = 0;
  return {
    bytes(count) {
      const chunks: Uint8Array[] = [];
      for (let have = 0; have < count; have += 32) {
        chunks.push(hash('sha256', `${seed}/${drawn}`, 'buffer'));
        drawn += 1;
      }
      return new Uint8Array(Buffer.concat(chunks).subarray(0, count));
    },
  };
}

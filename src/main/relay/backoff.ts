import type { Random } from '../ports/random.ts';

const firstMs = 500;
const capMs = 15_000;
const leastMs = 50;

/** A number in [0, 1). */
function chance(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
}

/**
 * How long to wait after so many failures in a row: anything up to twice the last bound ("full jitter"), at most 15 s, so
 * that ten thousand counters do not come back to a restarted relay together.
 * @returns milliseconds
 */
export function backoffMs(failures: number, random: Random): number {
  const bound = Math.min(capMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return Math.max(leastMs, Math.round(chance(random) * bound));
}

/** For what only a person can change: between half and all of that time. */
export function slowlyMs(ms: number, random: Random): number {
  return Math.round(ms * (0.5 + chance(random) / 2));
}

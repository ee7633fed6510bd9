import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/** Fewer, larger pieces: each costs a turn of the thread pool, which is more than the work in it. */
const chunkSize = 512 * 1024;

/** Zstandard packs in a quarter of gzip's time and no larger; a runtime that lacks it packs with gzip. */
const hasZstd = typeof zlib.createZstdCompress === 'function';

/** Packs a snapshot. */
export const createPacking = (): Transform =>
  hasZstd ? zlib.createZstdCompress({ chunkSize }) : zlib.createGzip({ chunkSize });

/** The first bytes name the format: counters of before packed with gzip. */
const createUnpacking = (head: Uint8Array): Transform =>
  head[0] === 0x1f && head[1] === 0x8b ? zlib.createGunzip({ chunkSize }) : zlib.createZstdDecompress({ chunkSize });

/** The bytes are no packed ones, or not whole. */
export class UnpackingFailed extends Error {}

/** They unpack to more than there is room for. */
export class UnpackedTooLarge extends Error {}

/** A few bytes may unpack to any size: that is only seen as they do. */
const atMost = (maxBytes: number): Transform => {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new UnpackedTooLarge('the bytes unpack to more than there is room for'));
      else done(null, chunk);
    },
  });
};

/**
 * Unpacks into a new file, which only its owner reads. Rejects with UnpackingFailed, UnpackedTooLarge, or with the error of the pieces or of
 * the disk; the file may be there then.
 */
export async function unpackInto(
  path: string,
  pieces: AsyncGenerator<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<void> {
  const first = await pieces.next();
  if (first.done === true) throw new UnpackingFailed('there are no bytes');
  async function* all(head: Uint8Array): AsyncGenerator<Uint8Array> {
    yield head;
    yield* pieces;
  }
  try {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(all(first.value)), createUnpacking(first.value), atMost(maxBytes), file);
  } catch (error) {
    const isFault = error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_ZSTD)/.test(String(error.code));
    throw isFault ? new UnpackingFailed('the bytes are damaged', { cause: error }) : error;
  }
}

import type { Readable } from 'node:stream';
import type { Uploads } from './uploads.ts';

/** In bytes: the largest body that is taken. */
export const bodyLimit = 64 * 1024;

/** Kept as they came; above that they are put together: what holds a piece weighs hundreds of bytes, and one may bring a single byte. */
const mostParts = 64;

/** Too large; or cut off, or never ending. */
type Fault = 413 | 400;

/**
 * Reads a body whole, in memory that all uploads share.
 * @param announced the Content-Length header
 * @param done is called once, with the bytes or with why there are none
 */
export function readBody(
  uploads: Uploads,
  payload: Readable,
  announced: string | undefined,
  done: (fault: Fault | null, body?: Buffer) => void,
): void {
  if (Number(announced) > bodyLimit) {
    done(413);
    return;
  }
  let parts: Buffer[] = [];
  let length = 0;
  let over = false;
  const upload = uploads.begin(() => end(400));
  const end = (fault: Fault | null): void => {
    // What comes behind the end, its close for one, says nothing new: to listen no more would cost more than to look here.
    if (over) return;
    over = true;
    uploads.ended(upload);
    // A copy, so that a few bytes kept do not hold the line's whole buffer.
    const body = fault === null ? Buffer.concat(parts, length) : undefined;
    // The request's listeners live as long as it waits for its answer.
    parts = [];
    done(fault, body);
  };
  const broken = (): void => end(400);
  payload
    .on('data', (part: Buffer) => {
      if (over) return;
      length += part.length;
      if (length > bodyLimit) {
        end(413);
        return;
      }
      parts.push(part);
      if (parts.length === mostParts) parts = [Buffer.concat(parts, length)];
      uploads.grew(upload, part.length);
    })
    .on('end', () => end(null))
    .on('error', broken)
    .on('close', broken);
}

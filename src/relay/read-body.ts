import type { Readable } from 'node:stream';
import { RequestFault } from './answers.ts';
import type { Uploads } from './uploads.ts';

/** In bytes: the largest body that is taken. */
export const bodyLimit = 64 * 1024;

/**
 * Reads a body whole, in memory that all uploads share.
 * @param announced the Content-Length header
 * @param done is given the bytes, or a RequestFault: 413 when it is too large, 400 when it was cut off or never ends
 */
export function readBody(
  uploads: Uploads,
  payload: Readable,
  announced: string | undefined,
  done: (fault: Error | null, body?: Buffer) => void,
): void {
  if (Number(announced) > bodyLimit) {
    done(new RequestFault(413));
    return;
  }
  const parts: Buffer[] = [];
  let length = 0;
  const upload = uploads.begin(() => finish(new RequestFault(400)));
  const finish = (fault: Error | null): void => {
    upload.ended();
    payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onError);
    // A copy, so that a few bytes kept do not hold the line's whole buffer.
    if (fault === null) done(null, Buffer.concat(parts, length));
    else done(fault);
  };
  const onData = (part: Buffer): void => {
    length += part.length;
    if (length > bodyLimit) {
      finish(new RequestFault(413));
      return;
    }
    parts.push(part);
    upload.grew(part.length);
  };
  const onEnd = (): void => finish(null);
  const onError = (): void => finish(new RequestFault(400));
  payload.on('data', onData).on('end', onEnd).on('error', onError).on('close', onError);
}

import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

const decoders = new Map([
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * A body as it was before it was packed. Only plain bodies are asked for; one that is packed all the same may still tell
 * what became of somebody's money, so it is read, up to the size that any answer may have. Rejects for anything else.
 */
export async function unpacked(body: Uint8Array, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  const decode = decoders.get(name);
  if (!decode) throw new Error('packed in an unknown way');
  return decode(body, { maxOutputLength: maxBytes });
}

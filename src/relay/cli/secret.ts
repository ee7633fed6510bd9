import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { UsageError } from './output.ts';
import type { SecretSource } from './parse.ts';

const Secret = z.string().min(1).max(4096);

/** What ends a line is the editor's or echo's, not the secret's. Throws where the bytes are not text: they would not fit. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');

async function read(source: Exclude<SecretSource, { from: 'none' }>): Promise<string> {
  switch (source.from) {
    case 'argument':
      return source.secret;
    case 'file':
      return textOf(await readFile(source.path));
    case 'input':
      return textOf(await buffer(process.stdin));
  }
}

/** The secret; null for a keyless mailbox. Rejects with UsageError, which says nothing of it. */
export async function readSecret(source: SecretSource): Promise<string | null> {
  if (source.from === 'none') return null;
  const secret = await read(source).catch(() => null);
  if (secret === null) throw new UsageError('The file or input with the secret cannot be read, or is not UTF-8 text');
  const right = Secret.safeParse(secret);
  if (!right.success) throw new UsageError('The secret is empty, or longer than 4096 characters');
  return right.data;
}

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { UsageError } from './output.ts';
import type { SecretSource } from './parse.ts';

const Secret = z.string().min(1).max(4096);

/** What ends a line is the editor's or echo's, not the secret's. Throws where the bytes are not text: they would not fit. */
const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');

function read(source: Exclude<SecretSource, { from: 'none' }>): string {
  switch (source.from) {
    case 'argument':
      return source.secret;
    case 'file':
      return textOf(readFileSync(source.path));
    case 'input':
      return textOf(readFileSync(0));
  }
}

/** The secret; null for a keyless mailbox. Throws UsageError, which says nothing of it. */
export function readSecret(source: SecretSource): string | null {
  if (source.from === 'none') return null;
  let secret: string;
  try {
    secret = read(source);
  } catch {
    throw new UsageError(
      source.from === 'file' ? 'The file with the secret cannot be read' : 'The secret cannot be read',
    );
  }
  const right = Secret.safeParse(secret);
  if (!right.success) throw new UsageError('The secret is empty, or longer than 4096 characters');
  return right.data;
}

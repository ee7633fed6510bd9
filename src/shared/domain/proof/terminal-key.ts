import { base32, fromBase32, readAsBase32 } from './base32.ts';
import { terminalIdBytes } from './proof.ts';

/** A terminal's public key as it is written down, sent and pasted: "KTK1.", its id, ".", its 32 bytes in base 32. */
export interface TerminalKey {
  /** the first 5 bytes of the SHA-256 of the key, in base 32 */
  id: string;
  /** Ed25519, 32 bytes */
  key: Uint8Array<ArrayBuffer>;
}

const keyTag = 'KTK1';
const keyBytes = 32;

export function terminalId(sha256OfKey: Uint8Array): string {
  return base32(sha256OfKey.subarray(0, terminalIdBytes));
}

export function terminalKeyText({ id, key }: TerminalKey): string {
  return `${keyTag}.${id}.${base32(key)}`;
}

/**
 * Reads a key as pasted. Whether the id is the key's own is for the caller to see, who can hash: a wrong character anywhere
 * shows there.
 */
export function readTerminalKey(text: string): TerminalKey | null {
  const plain = text.replace(/[\s\p{C}]/gu, '').toUpperCase();
  const [, idText, keyText] = /^KTK1\.([0-9A-Z]{8})\.([0-9A-Z]{52})$/.exec(plain) ?? [];
  if (idText === undefined || keyText === undefined) return null;
  const key = fromBase32(readAsBase32(keyText));
  const id = readAsBase32(idText);
  return key?.length === keyBytes && fromBase32(id) !== null ? { id, key } : null;
}

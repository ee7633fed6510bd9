import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The name belongs to what is signed: a list for one system is none for another. */
const signedBytes = (name: string, list: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`konter update 1\n${name}\n`, 'utf8'), list]);

/** The text of NAME.sig for a list. */
export function signatureOf(name: string, list: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, signedBytes(name, list), privateKey).toString('base64')}\n`;
}

/**
 * Whether one of the keys signed this list under this name.
 * @param signature the text of NAME.sig
 * @param keys 32 bytes each in base 64; one that is no key has signed nothing
 */
export function isSigned(name: string, list: Uint8Array, signature: string, keys: readonly string[]): boolean {
  const said = Buffer.from(signature.trim(), 'base64');
  return said.length === 64 && keys.some((key) => signedBy(key, signedBytes(name, list), said));
}

function signedBy(key: string, bytes: Buffer, signature: Buffer): boolean {
  try {
    const x = Buffer.from(key, 'base64').toString('base64url');
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}

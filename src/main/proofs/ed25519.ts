import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { type TerminalKey, terminalId } from '../../shared/domain/proof.ts';

/** A private key as it is kept among the secrets: PKCS 8 in base 64. */
export function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** Null where the text is no such key. */
export function readPrivateKey(text: string): KeyObject | null {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

const PublicJwk = z.object({ x: z.base64url() });

export function terminalKeyOf(privateKey: KeyObject): TerminalKey {
  const { x } = PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }));
  const key = new Uint8Array(Buffer.from(x, 'base64url'));
  return { id: idOf(key), key };
}

/** A terminal's id, which its key decides. */
export function idOf(key: Uint8Array): string {
  return terminalId(createHash('sha256').update(key).digest());
}

export function signText(text: string, key: KeyObject): Uint8Array {
  return sign(null, Buffer.from(text, 'ascii'), key);
}

/** @param key 32 bytes; such as are no point of the curve have signed nothing */
export function signedBy(text: string, signature: Uint8Array, key: Uint8Array): boolean {
  try {
    const x = Buffer.from(key).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'ascii'), publicKey, signature);
  } catch {
    return false;
  }
}

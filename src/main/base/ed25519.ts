import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';

/** A new private key as it is stored among the secrets: PKCS 8 in base 64. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');

/** Throws where the text is no such key. */
export function readPrivateKey(text: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('another kind of key');
  return key;
}

const PublicJwk = z.object({ x: z.base64url() });

/** Its public key, 32 bytes in base64url. */
export const publicKeyOf = (privateKey: KeyObject): string =>
  PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' })).x;

export const signText = (text: string, key: KeyObject): Uint8Array => sign(null, Buffer.from(text), key);

/** @param publicKey as above; one that is no point of the curve verifies nothing */
export function isSignedBy(signed: string | Uint8Array, signature: Uint8Array, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, typeof signed === 'string' ? Buffer.from(signed) : signed, key, signature);
  } catch {
    return false;
  }
}

import crypto, { type KeyObject } from 'node:crypto';
import type { Random } from './ports.ts';

/** Safe in a path, and never read as an option on a command line. */
export const randomName = (prefix: string, random: Random, bytes: number): string =>
  prefix + Buffer.from(random.bytes(bytes)).toString('base64url');

/** A token: 256 random bits. */
export const newToken = (random: Random): string => randomName('t', random, 32);

/** Tokens are stored as SHA-256 in hex: 256 random bits cannot be guessed, so no slow hash is needed. */
export const hashToken = (token: string): string => crypto.hash('sha256', token);

/** @param tokenHash of the mailbox, or null if it is unknown: the check then does the same work */
export function tokenMatches(token: string, tokenHash: string | null): boolean {
  const actual = Buffer.from(hashToken(token), 'hex');
  const expected = tokenHash === null ? Buffer.alloc(actual.length) : Buffer.from(tokenHash, 'hex');
  return crypto.timingSafeEqual(actual, expected) && tokenHash !== null;
}

/** A secret as a key object: from text Node would make one again for each webhook. */
export const signingKey = (secret: string): KeyObject => crypto.createSecretKey(secret, 'utf8');

const hexDigest = /^[0-9a-f]{64}$/i;
const noDigest = Buffer.alloc(64);

/**
 * Whether one of the keys signed the body (spec, Authentication). All keys are compared, each in constant time: the duration does
 * not reveal which one matches.
 */
export function isSignedByAny(keys: readonly KeyObject[], body: Uint8Array, signature: string | null): boolean {
  const isDigest = signature !== null && hexDigest.test(signature);
  const actual = isDigest ? Buffer.from(signature.toLowerCase(), 'latin1') : noDigest;
  let matches = false;
  for (const key of keys) {
    // As text: Node returns a digest as text in half the time.
    const expected = Buffer.from(crypto.createHmac('sha256', key).update(body).digest('hex'), 'latin1');
    if (crypto.timingSafeEqual(expected, actual) && isDigest) matches = true;
  }
  return matches;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts secrets at rest with the master key (AES-256-GCM). A ciphertext cannot be decrypted for another owner. */
export interface Vault {
  encrypt(secret: string, owner: string): string;
  /** Throws if the key or the owner is another one, or the ciphertext was changed. */
  decrypt(ciphertext: string, owner: string): string;
}

/** @param masterKey 32 bytes */
export const createVault = (masterKey: Uint8Array, random: Random): Vault => ({
  encrypt: (secret, owner) => {
    const nonce = random.bytes(nonceBytes);
    const cipher = crypto.createCipheriv(algorithm, masterKey, nonce).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64');
  },
  decrypt: (ciphertext, owner) => {
    const bytes = Buffer.from(ciphertext, 'base64');
    const nonce = bytes.subarray(0, nonceBytes);
    const decipher = crypto.createDecipheriv(algorithm, masterKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  },
});

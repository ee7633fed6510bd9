import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from './ports.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Seals secrets at rest with the master key (AES-256-GCM). What is sealed for one owner cannot be opened for another. */
export interface Vault {
  seal(secret: string, owner: string): string;
  /** Throws when the key or the owner is another, or the text was changed. */
  open(sealed: string, owner: string): string;
}

/** @param masterKey 32 bytes */
export function createVault(masterKey: Uint8Array, random: Random): Vault {
  return {
    seal: (secret, owner) => {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv(algorithm, masterKey, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
    },
    open: (text, owner) => {
      const all = Buffer.from(text, 'base64');
      const decipher = createDecipheriv(algorithm, masterKey, all.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(all.subarray(-tagBytes));
      return decipher.update(all.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';
import { maxSealedBytes } from '../../shared/wire/shipped-log.ts';
import type { Random } from './system.ts';

/** What a sealed value is: it opens as nothing else. */
export type SealedAs =
  | readonly ['batch', first: number, last: number, previous: string, head: string]
  | readonly ['snapshot', id: string, index: number]
  /** a sale in the claim of that id */
  | readonly ['claim', id: string]
  | readonly ['notice', id: string, topic: string];

/** Seals what a counter ships with AES-256-GCM, and proves the end of its log. The relay has no key for either. */
export interface Sealing {
  /** Its size is a step of paddedBytes, whatever is in it. */
  seal(as: SealedAs, plain: Uint8Array): Uint8Array;
  /** Null: another key, another counter's, another place, or changed. */
  open(as: SealedAs, sealed: Uint8Array): Uint8Array | null;
  /** @param terminal the counter's series of receipts: a journal that was put back to an older copy goes on under another one */
  tag(terminal: string, head: { seq: number; hash: string }): string;
  isTag(tag: string, terminal: string, head: { seq: number; hash: string }): boolean;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const lengthBytes = 4;

/** The most that `seal` takes. */
export const maxPlainBytes = maxSealedBytes - nonceBytes - tagBytes - lengthBytes;

const smallestBytes = 4096;
const stepBytes = 64 * 1024;

/** Powers of two up to 64 KiB, then steps of 64 KiB: the relay sees how many events a batch has only roughly, and nothing of what they say. */
function paddedBytes(plain: number): number {
  const bytes = plain + lengthBytes;
  if (bytes > stepBytes) return Math.min(Math.ceil(bytes / stepBytes) * stepBytes, maxPlainBytes + lengthBytes);
  return Math.max(smallestBytes, 2 ** Math.ceil(Math.log2(bytes)));
}

/**
 * @param logKey derived from the shop's key for its log
 * @param mailbox the counter's: each counter has a key of its own, and random nonces never meet
 */
export function createSealing(logKey: Uint8Array, mailbox: string, random: Random): Sealing {
  // Made into a key once: for each batch that takes longer than opening it.
  const derived = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', logKey, '', `konter log ${purpose} ${mailbox}`, keyBytes)));
  const key = derived('seal');
  const tagKey = derived('head');
  const bound = (as: SealedAs): Buffer => Buffer.from(JSON.stringify(['konter-log/1', mailbox, ...as]));
  const tag: Sealing['tag'] = (terminal, { seq, hash }) =>
    createHmac('sha256', tagKey)
      .update(JSON.stringify(['konter-log-head/1', terminal, seq, hash]))
      .digest('hex');
  return {
    seal(as, plain) {
      if (plain.length > maxPlainBytes) throw new Error('too much to be sealed at once');
      const padded = Buffer.alloc(paddedBytes(plain.length));
      padded.writeUInt32BE(plain.length);
      padded.set(plain, lengthBytes);
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(bound(as));
      return Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
    },
    open(as, sealed) {
      if (sealed.length < nonceBytes + lengthBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(bound(as)).setAuthTag(sealed.subarray(-tagBytes));
      try {
        const padded = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
        // It checks the tag, and has no more bytes.
        decipher.final();
        return padded.subarray(lengthBytes, lengthBytes + padded.readUInt32BE());
      } catch {
        return null;
      }
    },
    tag,
    isTag: (candidate, terminal, head) => {
      const [one, other] = [Buffer.from(candidate, 'hex'), Buffer.from(tag(terminal, head), 'hex')];
      return one.length === other.length && timingSafeEqual(one, other);
    },
  };
}

/** The sealing with the shop's key as it is now: derived once for each key. */
export class CurrentSealing {
  readonly #logKey: () => Uint8Array | null;
  readonly #mailbox: string;
  readonly #random: Random;
  #derived: { key: Buffer; sealing: Sealing } | null = null;

  /**
   * @param logKey the key now; null: the counter is in no shop, or lacks the key
   * @param mailbox as of createSealing
   */
  constructor(logKey: () => Uint8Array | null, mailbox: string, random: Random) {
    this.#logKey = logKey;
    this.#mailbox = mailbox;
    this.#random = random;
  }

  get(): Sealing | null {
    const key = this.#logKey();
    if (key === null) return null;
    if (this.#derived === null || !this.#derived.key.equals(key)) {
      // A copy: the owner of the key may overwrite it.
      this.#derived = { key: Buffer.from(key), sealing: createSealing(key, this.#mailbox, this.#random) };
    }
    return this.#derived.sealing;
  }
}

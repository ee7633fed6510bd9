import { execFileSync } from 'node:child_process';
import { createPrivateKey, webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signText, terminalKeyOf } from '../../../src/main/proofs/key-ring.ts';
import { fieldOf } from '../../../src/main/proofs/make-proof.ts';
import {
  base32,
  parseProof,
  proofText,
  signedText,
  snOfField,
  terminalKeyText,
  trainingProof,
} from '../../../src/shared/domain/proof.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { vector } from '../../support/proof-vector.ts';

// The vector's private key, bytes 00 to 1f, as PKCS 8 (RFC 8410).
const seed = Buffer.from(Array.from({ length: 32 }, (_, n) => n));
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});

const facts = () => ({
  receiptNo: vector('receipt'),
  total: Number(vector('total')),
  at: vector('time'),
  snField: fieldOf(vector('sn')),
  head: { seq: Number(vector('event')), hash: base32(Buffer.from(vector("event's hash"), 'hex').subarray(0, 10)) },
});

describe('Konter writes what the page says', () => {
  it('the key, the signed text, the signature and the proof', () => {
    const key = terminalKeyOf(privateKey);
    expect(Buffer.from(key.key).toString('hex')).toBe(vector('public key (hex)'));
    expect(terminalKeyText(key)).toBe(vector('public key (text)'));
    const signed = signedText(key.id, facts());
    expect(signed).toBe(vector('signed'));
    const signature = signText(signed, privateKey);
    expect(Buffer.from(signature).toString('hex')).toBe(vector('signature (hex)'));
    expect(proofText(signed, base32(signature))).toBe(vector('proof'));
    expect(trainingProof(facts())).toBe(vector('practice'));
  });

  it('serial numbers of any kind', () => {
    const [sn = '', field = ''] = vector('sn, escaped').split(/\s+=\s+/);
    expect(fieldOf(sn)).toBe(field);
    expect(snOfField(field)).toBe(sn);
    expect(fieldOf('A'.repeat(120))).toBe(vector('sn of 120 A'));
  });

  it('and reads it again', () => {
    expect(parseProof(vector('proof'))).toMatchObject({ kind: 'proof', proof: { facts: facts(), sn: vector('sn') } });
  });
});

/** Crockford's base 32, written from the page alone: bit by bit. */
function decode(text: string, bytes: number): Buffer {
  const bits = Array.from(text, (one) =>
    '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(one).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from(Array.from({ length: bytes }, (_, n) => Number.parseInt(bits.slice(n * 8, n * 8 + 8), 2)));
}

const parted = (proof: string) => ({
  signed: proof.slice(0, proof.lastIndexOf('.')),
  signature: decode(proof.slice(proof.lastIndexOf('.') + 1), 64),
});
const publicKey = (): Buffer => decode(vector('public key (text)').split('.')[2] ?? '', 32);

describe('a verifier written from the page alone agrees', () => {
  it('with WebCrypto', async () => {
    const key = await webcrypto.subtle.importKey('raw', publicKey(), 'Ed25519', false, ['verify']);
    const verdict = (proof: string) => {
      const { signed, signature } = parted(proof);
      return webcrypto.subtle.verify('Ed25519', key, signature, Buffer.from(signed, 'ascii'));
    };
    expect(await verdict(vector('proof'))).toBe(true);
    expect(await verdict(vector('altered'))).toBe(false);
    const digest = Buffer.from(await webcrypto.subtle.digest('SHA-256', publicKey()));
    const [, terminal = ''] = vector('proof').split('.');
    expect(digest.subarray(0, 5)).toEqual(decode(terminal, 5));
  });

  it.skipIf(process.platform === 'win32')('with OpenSSL', () => {
    const folder = temporaryFolder();
    const file = (name: string, content: Buffer | string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const key = file('key.der', Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey()]));
    const openssl = (proof: string): string => {
      const { signed, signature } = parted(proof);
      const args = ['pkeyutl', '-verify', '-pubin', '-keyform', 'DER', '-inkey', key, '-rawin'];
      const files = ['-in', file('signed', signed), '-sigfile', file('signature', signature)];
      return execFileSync('openssl', [...args, ...files], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    };
    expect(openssl(vector('proof'))).toMatch(/success/i);
    expect(() => openssl(vector('altered'))).toThrow(/Command failed/);
  });
});

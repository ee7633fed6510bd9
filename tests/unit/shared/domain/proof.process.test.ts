import { execFileSync } from 'node:child_process';
import { createPrivateKey, webcrypto } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { signText } from '../../../../src/main/base/ed25519.ts';
import { terminalKeyOf } from '../../../../src/main/proofs/key-ring.ts';
import { fieldOf } from '../../../../src/main/proofs/proof.ts';
import {
  base32,
  maxScannedLength,
  parseProof,
  proofLink,
  proofText,
  signedText,
  snOfField,
  terminalKeyText,
  trainingProof,
} from '../../../../src/shared/domain/proof.ts';
import { proofCounter } from '../../../support/app-world.ts';
import { vector } from '../../../support/contract-samples.ts';
import { temporaryFolder } from '../../../support/database-files.ts';
import { order, sold } from '../../../support/stored-sales.ts';

// What a keyboard of that country makes of the keys that an American one is meant by.
const german = { from: 'YZyz-/:*', to: 'ZYzyß-Ö(' };
const french = { from: 'AQZWMaqzwm1234567890-./:*$', to: 'QAWZ?qawz,&é"\'(-è_çà):!M84' };
const typedOn = ({ from, to }: typeof german, text: string): string =>
  Array.from(text, (character) => (from.includes(character) ? to.charAt(from.indexOf(character)) : character)).join('');

async function withProofs() {
  const counter = await proofCounter();
  const texts: string[] = [];
  for (const [n, sn] of [
    '0312345678901234',
    '1234-5678-9012-3456-7890/BUDI CONTOH/R1M/900VA/33.7',
    'y'.repeat(90),
  ].entries()) {
    texts.push(await counter.proofOf(await sold(counter.db, order(n + 1), { sn })));
  }
  return { ...counter, texts };
}

describe('what a scanner or a person may make of a proof', () => {
  const ways: [string, (text: string) => string][] = [
    ['with Enter behind it', (text) => `${text}\r\n`],
    ['in small letters', (text) => text.toLowerCase()],
    ['broken into lines with spaces', (text) => (text.match(/.{1,17}/g) ?? []).join(' \n\t')],
    ['behind an address', (text) => `https://toko.example/v/#${text}`],
    ['as a part of an address, with escapes', (text) => `HTTPS://TOKO.EXAMPLE/?P=${encodeURIComponent(text)}`],
    ['with marks that cannot be seen', (text) => `\u{feff}${text.slice(0, 9)}\u{200b}${text.slice(9)}\u0000`],
    ['typed on a German keyboard', (text) => typedOn(german, text)],
    ['typed on a German keyboard with caps lock', (text) => typedOn(german, text.toLowerCase())],
    ['typed on a French keyboard', (text) => typedOn(french, text)],
    [
      'with letters for digits in its codes',
      (text) => text.replace(/^(KTR1\.)(.{8})/, (_, tag, id) => tag + id.replace(/0/g, 'O').replace(/1/g, 'L')),
    ],
  ];
  it.each(ways)('%s it is still genuine', async (_name, way) => {
    const { texts, verify } = await withProofs();
    for (const text of texts)
      expect(await verify(way(text)), way(text)).toMatchObject({ verdict: 'genuine', standing: 'stands' });
  });
});

it.each([
  ['', 'not_a_proof'],
  ['hello', 'not_a_proof'],
  ['https://example.com/', 'not_a_proof'],
  ['KTR1', 'not_a_proof'],
  ['KTR1.', 'damaged'],
  ['KTR2.ABCDEFGH.1.2.3', 'newer'],
  ['KTR0.ABCDEFGH.1.2.3', 'damaged'],
  ['KTR01.ABCDEFGH.1.2.3', 'damaged'],
  ['KTR1........', 'damaged'],
  [`KTR1.${'A'.repeat(1500)}`, 'damaged'],
  [`KTR1.${'.'.repeat(1500)}`, 'damaged'],
  ['KTR1.'.repeat(300), 'damaged'],
  ['x'.repeat(maxScannedLength + 1), 'not_a_proof'],
  ['*'.repeat(maxScannedLength), 'not_a_proof'],
  ['KTR1.00000000.A-000001.1.20261331000000..1-0000000000000000.0', 'damaged'],
  ['\u{1f600}'.repeat(400), 'not_a_proof'],
])('%.40j is refused as what it is: %s', async (text, reason) => {
  const { verify } = await proofCounter();
  expect(await verify(text)).toEqual({ verdict: 'unreadable', reason });
});

it('every beginning of a proof is damaged or no proof, never more', async () => {
  const { texts, verify } = await withProofs();
  const text = texts[0] ?? '';
  for (let length = 0; length < text.length; length++) {
    expect(await verify(text.slice(0, length))).toMatchObject({ verdict: 'unreadable' });
  }
});

it('no change of a filling bit makes a second text of one proof', async () => {
  const { texts, verify } = await withProofs();
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const text = texts[0] ?? '';
  const last = alphabet.indexOf(text.at(-1) ?? '');
  expect(last % 8).toBe(0);
  for (const more of [1, 2, 4, 7]) {
    const other = text.slice(0, -1) + alphabet.charAt(last + more);
    expect(await verify(other)).toEqual({ verdict: 'unreadable', reason: 'damaged' });
  }
});

it('fits a QR code of version 8 usually, of 10 at most, in its alphanumeric mode', async () => {
  const { texts } = await withProofs();
  const versionOf = (text: string): number => (encodeQR(text, 'raw', { ecc: 'medium', border: 4 }).length - 8 - 17) / 4;
  for (const text of texts) expect(text).toMatch(/^[0-9A-Z $%*+./:-]+$/);
  expect(texts.map(versionOf)).toEqual([8, 9, 8]);
  const { db, proofOf } = await proofCounter();
  const longest = await sold(db, order(1, { total: 99_999_999 }), { sn: 'A'.repeat(100) });
  expect(versionOf(await proofOf(longest))).toBeLessThanOrEqual(10);
});

describe('the page of the format', () => {
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
});

describe('the link on a slip', () => {
  it('is the proof behind an address, in the part that no browser sends, and is read as the proof itself', async () => {
    const { texts, verify } = await withProofs();
    for (const text of texts) {
      const link = proofLink('https://relay.toko.example/verify', text);
      expect(new URL(link).hash).toBe(`#${text}`);
      expect((await verify(link)).verdict).toBe('genuine');
    }
    expect(proofLink(null, 'KTR1.x')).toBe('KTR1.x');
  });
});

import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { maxScannedLength } from '../../../../src/shared/domain/proof.ts';
import { proofCounter } from '../../../support/app-world.ts';
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
    texts.push(await counter.proofOf(await sold(counter.journal, order(n + 1), { sn })));
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
  const { journal, proofOf } = await proofCounter();
  const longest = await sold(journal, order(1, { total: 99_999_999 }), { sn: 'A'.repeat(100) });
  expect(versionOf(await proofOf(longest))).toBeLessThanOrEqual(10);
});

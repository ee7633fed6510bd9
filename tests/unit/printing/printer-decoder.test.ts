import { expect, it } from 'vitest';
import { decodeEscPos } from '../../support/printer-decoder/escpos.ts';
import { decodeStarPrnt } from '../../support/printer-decoder/starprnt.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

it.each([
  ['a control byte', 'a\u0007\n'],
  ['a carriage return', 'a\r\n'],
  ['an ESC command that slips do not use', '\u001bJ\u0010'],
  ['a GS command that slips do not use', '\u001dr1'],
  ['a status request', '\u0010\u0004\u0001'],
  ['a code page that is not known', '\u001bt\u0063'],
  ['a QR without its settings', '\u001d(k\u0003\u00001Q0'],
  ['a command cut short', 'a\n\u001d!'],
  ['a picture cut short', '\u001dv0\u0000\u0002\u0000\u0002\u0000ab'],
  ['words that are never printed', 'a'],
  ['bold that is never ended', '\u001bE\u0001a\n'],
])('the ESC/POS printer of the tests refuses %s', (_, job) => {
  expect(() => decodeEscPos(bytes(job))).toThrow(/unknown|in the middle|without its|never printed|next job/);
});

it.each([
  ['a control byte', 'a\u0007\n'],
  ['an ESC command that slips do not use', '\u001bJ\u0010'],
  ['an ESC GS command that slips do not use', '\u001b\u001dq'],
  ['a QR without its settings', '\u001b\u001dyP'],
  ['words that are never printed', 'a'],
])('the StarPRNT printer of the tests refuses %s', (_, job) => {
  expect(() => decodeStarPrnt(bytes(job))).toThrow(/unknown|in the middle|without its|never printed|next job/);
});

it('reads code pages, sizes and looks', () => {
  const job =
    '\u001b@\u001bt\u0013\u001d!\u0011\u001bE\u0001\u0090t\u0082\u001d!\u0000\u001bE\u0000\n\u001bt\u0010\u00c9\n\u001dV\u0000';
  expect(decodeEscPos(bytes(job))).toEqual([
    { type: 'line', text: 'Été', columns: 6, look: 'large bold' },
    { type: 'line', text: 'É', columns: 1, look: '' },
    { type: 'cut', how: 'full' },
  ]);
});

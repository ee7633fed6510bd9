import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { type BytesOptions, renderBytes } from '../../../../src/main/printing/render/slip-bytes.ts';
import { drawerKick } from '../../../../src/main/printing/transports/transport.ts';
import { buildSlip, type SlipSettings } from '../../../../src/shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../../../src/shared/domain/receipt/doc.ts';
import { decodeEscPos } from '../../../support/printer-decoder/escpos.ts';
import { decodeStarPrnt } from '../../../support/printer-decoder/starprnt.ts';
import { bytesOptions, printedText, printSlip, slipSamples, slipSettings } from '../../../support/slips.ts';

// What comes out of the printer stands in tests/golden/slips/printed; after a change that is meant:
//   npx vitest run tests/unit/printing/render/slip-bytes.test.ts -u

type Sample = keyof typeof slipSamples;
const samples = Object.keys(slipSamples).filter((name): name is Sample => name in slipSamples);

const proof = 'KT1.AB7K-000123.R220914.12000.abcdefghijklmnopqrstuvwxyz0123456789';
const slip = (name: Sample, settings: Partial<SlipSettings> = {}): ReceiptDoc =>
  buildSlip(slipSamples[name], { ...slipSettings, ...settings });

const languages = ['id', 'en'] as const;
const narrow = samples.flatMap((name) => languages.map((language) => ({ name, language, columns: 32 as const })));
const wide = (['token', 'bill', 'longNames', 'manyPeriods'] as const).flatMap((name) =>
  ([42, 48] as const).map((columns) => ({ name, language: 'id' as const, columns })),
);

describe('renderBytes', () => {
  it.each([...narrow, ...wide])('prints $name in $language at $columns columns as agreed', async (sample) => {
    const { name, language, columns } = sample;
    const text = printedText(printSlip(slip(name, { language, proof }), { columns }), columns);
    await expect(text).toMatchFileSnapshot(`../../../golden/slips/printed/${name}.${language}.${columns}.txt`);
  });

  it.each(languages)(
    'prints a copy and a slip of training in %s so that nobody takes them for the original',
    async (language) => {
      const text = printedText(printSlip(slip('phone', { language, training: true, copy: 3 })), 32);
      await expect(text).toMatchFileSnapshot(`../../../golden/slips/printed/copy-in-training.${language}.32.txt`);
    },
  );

  it.each(samples)('prints the same on a StarPRNT printer as on an ESC/POS one: %s', (name) => {
    const logo = { width: 20, height: 10, rows: new Uint8Array(30).fill(0xf0) };
    const options: Partial<BytesOptions> = { columns: 48, codePage: 'windows1252', cut: 'full', drawer: true };
    const doc = slip(name, { proof });
    expect(printSlip(doc, { ...options, language: 'starprnt' })).toEqual(
      printSlip(doc, { ...options, language: 'escpos' }),
    );
    const images = printSlip(doc, { logo }).concat(printSlip(doc, { logo, language: 'starprnt' }));
    expect(images.filter((one) => one.type === 'image').map((one) => one.dark)).toEqual([120, 120]);
  });

  it.each([32, 42, 48] as const)('no line is wider than %i columns, and no sn loses a character', (columns) => {
    for (const name of samples) {
      const printed = printSlip(slip(name), { columns });
      const lines = printed.filter((one) => one.type === 'line');
      expect(Math.max(...lines.map((line) => line.columns))).toBeLessThanOrEqual(columns);
      const sale = slipSamples[name];
      const bare = lines.map((line) => line.text.replaceAll(' ', '')).join('');
      const token = /^(\d{20})\//.exec(sale.sn ?? '')?.[1];
      expect(bare).toContain(token ?? (sale.state === 'success' ? (sale.sn ?? 'SNMENYUSUL').replaceAll(' ', '') : ''));
    }
  });

  it('prints a token of 20 digits in five groups of four, double size, and takes nothing else for one', () => {
    const groups = (name: Sample) =>
      printSlip(slip(name)).flatMap((one) =>
        one.type === 'line' && one.look === 'large bold' && /\d{4}/.test(one.text) ? one.text.trim().split(' ') : [],
      );
    expect(groups('token')).toEqual(['1234', '5678', '9012', '3456', '7890']);
    const whole = printSlip(slip('tokenWithoutDigits')).flatMap((one) =>
      one.type === 'line' ? [one.text.trim()] : [],
    );
    expect(whole).toContain('SN:  123456789012/CONTOH SANTOSO');
    expect(whole).not.toContain('TOKEN');
  });

  it.each([32, 42, 48] as const)(
    'at %i columns the total is the largest, but for a token and what is missing',
    (columns) => {
      const large = (name: Sample): string =>
        printSlip(slip(name), { columns })
          .flatMap((one) => (one.type === 'line' && one.look.startsWith('large') ? [one.text.trim()] : []))
          .join(' ');
      expect(large('token')).toMatch(/^[\d ]+$/);
      expect(large('noSn')).toMatch(/^SN MENYUSUL TOTAL +Rp12\.000$/);
      for (const name of samples.filter(
        (each) => !['token', 'noSn'].includes(each) && slipSamples[each].state === 'success',
      ))
        expect(large(name), name).toMatch(/^TOTAL +Rp[\d.]+$/);
    },
  );

  it('says on paper, in white on black letters of double height, what is not a proof', () => {
    for (const name of ['pending', 'unknown', 'disputed'] as const) {
      const loud = printSlip(slip(name)).filter(
        (one) => one.type === 'line' && /(large|tall) bold inverse/.test(one.look),
      );
      expect(loud, name).not.toEqual([]);
    }
  });

  it('holds the QR as the printer’s own command, as large as the roll takes, and only after a success', () => {
    const long = proof.repeat(6);
    const qr = (proofText: string) => printSlip(slip('phone', { proof: proofText })).filter((one) => one.type === 'qr');
    expect(qr(proof)).toEqual([{ type: 'qr', text: proof, size: 6 }]);
    expect(qr(long)).toEqual([{ type: 'qr', text: long, size: 4 }]);
    expect(printSlip(slip('pending', { proof })).filter((one) => one.type === 'qr')).toEqual([]);
  });

  it('holds the longest link on 58 mm in dots that a phone reads, with what it is for below', () => {
    // The longest proof there is, behind the longest address that the settings take.
    const link = `https://${'a'.repeat(92)}#KTR1.${'A'.repeat(306)}`;
    const printed = printSlip(slip('phone', { proof: link }), { columns: 32 });
    const at = printed.findIndex((one) => one.type === 'qr');
    // Four dots of an eighth of a millimetre to a module.
    expect(printed[at]).toEqual({ type: 'qr', text: link, size: 4 });
    const below = printed.slice(at + 1).find((one) => one.type === 'line' && one.text.trim() !== '');
    expect(below).toMatchObject({ text: expect.stringContaining('Pindai untuk cek keaslian') });
  });

  it.each(['escpos', 'starprnt'] as const)(
    'prints the QR as a picture for a printer without that command: %s',
    (language) => {
      const printed = printSlip(slip('phone', { proof }), { qr: 'picture', language });
      expect(printed.some((one) => one.type === 'qr')).toBe(false);
      const images = printed.filter((one) => one.type === 'image');
      const modules = encodeQR(proof, 'raw', { ecc: 'medium', border: 4 });
      const dark = modules.flat().filter(Boolean).length;
      // Six dots a side, as the command prints it.
      expect(images.reduce((sum, one) => sum + one.dark, 0)).toBe(dark * 36);
    },
  );

  it('feeds, cuts and opens the drawer as asked, and nothing more', () => {
    const doc = slip('phone');
    const kinds = (options: Partial<BytesOptions>) => printSlip(doc, options).map((one) => one.type);
    expect(kinds({ cut: 'none' })).not.toContain('cut');
    expect(kinds({ cut: 'full', drawer: true }).filter((kind) => kind !== 'line')).toEqual(['drawer', 'cut']);
    expect(kinds({ cut: 'full' }).at(-1)).toBe('cut');
    expect(kinds({ feed: 5, cut: 'none' }).length - kinds({ feed: 0, cut: 'none' }).length).toBe(5);
  });

  it('opens the drawer before a slip of any length', () => {
    const doc: ReceiptDoc = { language: 'id', blocks: [{ type: 'paragraph', text: 'kata '.repeat(40_000) }] };
    const slip = renderBytes(doc, bytesOptions);
    const bytes = renderBytes(doc, { ...bytesOptions, drawer: true });
    expect(Buffer.concat([drawerKick('escpos'), slip]).equals(bytes)).toBe(true);
  });

  it('opens the drawer alone', () => {
    expect(new ReceiptPrinterEncoder({ language: 'esc-pos' }).pulse().encode()).toEqual(drawerKick('escpos'));
    expect(new ReceiptPrinterEncoder({ language: 'star-prnt' }).pulse().encode()).toEqual(drawerKick('starprnt'));
    expect(decodeEscPos(drawerKick('escpos'))).toEqual([{ type: 'drawer' }]);
    expect(decodeStarPrnt(drawerKick('starprnt'))).toEqual([{ type: 'drawer' }]);
  });

  it('makes a StarPRNT printer print at once when nothing is cut', () => {
    const bytes = renderBytes(slip('phone'), { ...bytesOptions, language: 'starprnt', cut: 'none' });
    expect(Buffer.from(bytes).includes(Buffer.from('\u001b\u001dP0\u001b\u001dP1', 'latin1'))).toBe(true);
  });
});

describe('the printers of the tests', () => {
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
      { type: 'cut', extent: 'full' },
    ]);
  });
});

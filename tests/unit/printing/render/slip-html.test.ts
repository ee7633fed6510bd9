import * as fc from 'fast-check';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { qrSvg, slipHtml } from '../../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../../src/shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../../../src/shared/domain/receipt/doc.ts';
import { slipText } from '../../../../src/shared/domain/receipt/layout.ts';
import type { Transaction } from '../../../../src/shared/domain/transaction.ts';
import { anyText } from '../../../support/fake-system.ts';
import { bytesOptions, htmlText, printSlip, slipSamples, slipSettings } from '../../../support/slips.ts';
import { soakSize } from '../../../support/soak.ts';

describe('a slip as a page', () => {
  const slip = buildSlip(slipSamples.bill, slipSettings);
  /** A frame of twelve by three dots. */
  const logo = { width: 12, height: 3, rows: new Uint8Array([0xff, 0xf0, 0x80, 0x10, 0xff, 0xf0]) };

  const dotsASquare = 4;

  /** The SVG's runs of dark squares as a camera sees them. */
  function picture(svg: string): { width: number; height: number; data: Uint8Array } {
    const side = Number(/viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1]) * dotsASquare;
    const data = new Uint8Array(side * side * 4).fill(255);
    for (const [, x = '', y = '', width = ''] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
      for (let row = Number(y) * dotsASquare; row < (Number(y) + 1) * dotsASquare; row++) {
        const start = (row * side + Number(x) * dotsASquare) * 4;
        data.fill(0, start, start + Number(width) * dotsASquare * 4);
      }
    }
    return { width: side, height: side, data };
  }

  describe('slipHtml', () => {
    it('stands above everything else on a page, dot by dot, as large as a receipt printer makes it', () => {
      const page = slipHtml(slip, '58', logo);
      expect(page).toContain('<main><div class="logo"><svg width="1.5mm" height="0.375mm" viewBox="0 0 12 3"');
      expect(page).toContain('M0 0h12v1H0zM0 1h1v1H0zM11 1h1v1H11zM0 2h12v1H0z');
    });

    it('makes the page of a roll longer by its height', () => {
      const heightOf = (page: string): number => Number(/size:58mm (\d+)mm/.exec(page)?.[1]);
      const tall = { width: 8, height: 400, rows: new Uint8Array(400) };
      expect(heightOf(slipHtml(slip, '58', tall)) - heightOf(slipHtml(slip, '58'))).toBe(52);
    });

    it.each(['KT1.abc', `KT1.${'aZ09-_'.repeat(40)}`])('a page’s QR is read as what it was made of: %s', (text) => {
      expect(decodeQR(picture(qrSvg(text)))).toBe(text);
    });

    it('a text that no QR code can hold is an error', () => {
      expect(() => qrSvg('x'.repeat(3000))).toThrow(/capacity|overflow|large|long|fit/i);
    });
  });
});

/** What is said, however it is set: lines are broken elsewhere on each paper, and only some put colons and stars. */
const plainText = (text: string): string => text.replace(/[\s:*]+/gu, '');

/** What stands below the QR, which the text has not. */
const captionOf = ({ blocks }: ReceiptDoc): string =>
  blocks.map((block) => (block.type === 'qr' ? (block.caption ?? '') : '')).join('');

const widths = [32, 42, 48] as const;

const slips = Object.entries(slipSamples).flatMap(([name, sale]) =>
  (['id', 'en'] as const).flatMap((language) => [
    { name, doc: buildSlip(sale, { ...slipSettings, language, proof: 'KT1.abc' }) },
    {
      name: `${name}, a copy in training`,
      doc: buildSlip(sale, { ...slipSettings, language, training: true, copy: 2 }),
    },
  ]),
);

describe('a slip on all papers', () => {
  it.each(slips)('every paper says the same, in the same order: $name ($doc.language)', ({ doc }) => {
    const printers = (['escpos', 'starprnt'] as const).flatMap((language) =>
      widths.map((columns) =>
        printSlip(doc, { language, columns }).map((one) => (one.type === 'line' ? one.text : '')),
      ),
    );
    const papers = [
      ...widths.map((columns) => slipText(doc, columns) + captionOf(doc)),
      ...printers.map((lines) => lines.join('\n')),
      ...(['58', '80', 'a4'] as const).map((paper) => htmlText(slipHtml(doc, paper))),
    ];
    expect([...new Set(papers.map(plainText))]).toHaveLength(1);
  });

  it.each(slips)(
    'the QR is on every paper where there is one, and never in plain text: $name ($doc.language)',
    ({ doc }) => {
      const proven = doc.blocks.some((block) => block.type === 'qr');
      expect(printSlip(doc).filter((one) => one.type === 'qr')).toHaveLength(proven ? 1 : 0);
      expect(slipHtml(doc, '58').includes('<svg')).toBe(proven);
      expect(slipText(doc)).not.toContain('KT1.abc');
    },
  );
});

describe('hostile texts', () => {
  const slipOf = (fields: Partial<Transaction>) => buildSlip({ ...slipSamples.bill, ...fields }, slipSettings);

  /** What an attacker, or a broken system, puts into a name. */
  const hostile = [
    ['cuts and opens the drawer', '\u001dV\u0000\u001bp\u0000\u0019\u00fa'],
    ['initialises and feeds', '\u001b@\n\n\n\u000c'],
    ['asks for the status', '\u0010\u0004\u0001'],
    ['switches to double-byte letters', '\u001c&'],
    ['turns the reading round', 'RP\u202e000.21\u202c'],
    ['hides characters', 'A\u200bB\u00adC\ufeffD\u2066E'],
    ['is a Star command', '\u001b\u001dt\u0000\u001bd\u0003\u0018'],
    ['has C1 controls and nulls', 'A\u0000B\u009bC\u007f'],
    ['has half a character', 'A\ud800B'],
    ['heaps accents', `Z${'\u0301'.repeat(60)}`],
    ['is written in small pictures of control codes', '\u263a\u263b\u2665\u25d8\u266a\u25ba\u21a8\u2302'],
    ['is one word of 500 letters', 'X'.repeat(500)],
  ] as const;

  const words = anyText({ maxLength: 80 });

  /** A pattern for a character as paper may have it. */
  function itselfOrItsCode(character: string): string {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `(?:\\u{${code}}|\\\\u\\{${code}\\})`;
  }

  describe('a slip with hostile texts', () => {
    it.each(hostile)('a name that %s is printed as text, and does nothing else', (_, name) => {
      for (const language of ['escpos', 'starprnt'] as const) {
        const doc = slipOf({
          customerName: name,
          productName: name,
          brand: name,
          transactionId: name,
          sn: `SN1${name}9`,
        });
        const printed = printSlip(doc, { language });
        expect(printed.filter((one) => one.type !== 'line')).toEqual([{ type: 'cut', extent: 'partial' }]);
        expect(printed.every((one) => one.type !== 'line' || one.columns <= 32)).toBe(true);
      }
    });

    it.each(hostile)('a name that %s is on no other paper what cannot be seen', (_, name) => {
      const doc = slipOf({ customerName: name, sn: `SN1${name}9` });
      for (const paper of [slipText(doc), slipHtml(doc, '58')]) {
        expect(paper).not.toMatch(/(?!\n)\p{Cc}|[\p{Cf}\p{Cs}]|\p{M}{3}/u);
      }
    });

    it('writes other scripts in Latin letters, in a serial number as codes, says so on the slip, and never puts ? in their place', () => {
      const doc = slipOf({ customerName: 'Иван 山田', sn: 'AB\u001bC山D' });
      const lines = printSlip(doc).flatMap((one) => (one.type === 'line' ? [one.text.trim()] : []));
      const text = lines.join(' ');
      expect(text).toMatch(/No\. ref: +AB\\u\{1B\}C\\u\{5C71\}D /);
      expect(text).toContain('Ivan ShanTian');
      expect(text).toContain('Huruf yang tidak bisa dicetak');
      expect(text).not.toContain('?');
    });

    it.each([
      ['أحمد السالم', "'hmd alsalm"],
      ['مُحَمَّد', 'muhamad'],
      ['コーヒー', 'ko-hi-'],
    ])('writes %s as a name that can be read, without codes', (name, printed) => {
      const text = printSlip(slipOf({ customerName: name }))
        .flatMap((one) => (one.type === 'line' ? [one.text] : []))
        .join('\n');
      expect(text).toContain(printed);
      expect(text).not.toContain('\\u{');
    });

    it('writes letters that nobody can put into Latin as codes, and question marks of other scripts as one', () => {
      const doc = slipOf({ customerName: '𘓧 𗋧 ʔ 好？ ¿no' });
      const text = printSlip(doc, { codePage: 'ascii' })
        .flatMap((one) => (one.type === 'line' ? [one.text] : []))
        .join('');
      expect(text).toContain('\\u{184E7}');
      expect(text).toContain('\\u{172E7}');
      expect(text.split('?')).toHaveLength(3);
    });

    it('prints Latin letters that the code page lacks without their accents, and those it has with them', () => {
      const doc = slipOf({ customerName: 'Šárka Ğül Ørsted “Łukasz” – José' });
      const text = (codePage: 'ascii' | 'cp437') =>
        printSlip(doc, { codePage, columns: 48 })
          .map((one) => (one.type === 'line' ? one.text : ''))
          .join('\n');
      expect(text('ascii')).toContain('Sarka Gul Orsted "Lukasz" - Jose');
      expect(text('cp437')).toContain('Sárka Gül Orsted "Lukasz" - José');
      expect(text('cp437')).not.toContain('\\u{');
    });

    it('changes no character of an sn into another', () => {
      const lines = printSlip(slipOf({ sn: 'é–Š1' }), { codePage: 'ascii' }).flatMap((one) =>
        one.type === 'line' ? [one.text.replace(/^No\. ref: +/, '')] : [],
      );
      expect(lines).toContain('\\u{E9}\\u{2013}\\u{160}1');
    });

    it('escapes markup on the page', () => {
      const html = slipHtml(
        slipOf({ customerName: '<script>alert(1)</script>', sn: '"><img src=x onerror=alert(1)>' }),
        '80',
      );
      expect(html).not.toMatch(/<script|<img/);
    });

    it('whatever the provider says, the printer gets text, one cut, no line too wide, and the whole sn', () => {
      const anySlip = fc.record({
        name: words,
        sn: words,
        brand: words,
        period: words,
        language: fc.constantFrom('escpos', 'starprnt'),
      });
      fc.assert(
        fc.property(
          anySlip,
          fc.constantFrom(32, 42, 48),
          fc.constantFrom('ascii', 'cp437', 'cp858', 'windows1252'),
          (texts, columns, codePage) => {
            const details = [{ period: texts.period, billValue: 1000, priceAdmin: null }];
            const sale = {
              customerName: texts.name,
              brand: texts.brand,
              sn: `#${texts.sn}#`,
              bill: { billSheet: 1, details },
            };
            const printed = printSlip(slipOf(sale), { ...bytesOptions, language: texts.language, columns, codePage });
            expect(printed.filter((one) => one.type !== 'line')).toEqual([{ type: 'cut', extent: 'partial' }]);
            const lines = printed.filter((one) => one.type === 'line');
            expect(Math.max(...lines.map((line) => line.columns))).toBeLessThanOrEqual(columns);
            const bare = lines
              .map((line) => line.text)
              .join('')
              .replaceAll(' ', '');
            const coded = Array.from(sale.sn.replaceAll(' ', ''), itselfOrItsCode);
            expect(bare).toMatch(new RegExp(coded.join(''), 'u'));
            const questions = (text: string): number => text.split('?').length - 1;
            // Question marks of other scripts are among these.
            const marks = [texts.name, texts.sn, texts.brand, texts.period].join('').match(/\p{Po}/gu)?.length ?? 0;
            expect(questions(bare)).toBeLessThanOrEqual(marks);
          },
        ),
        { numRuns: soakSize({ usual: 100, soak: 300 }) },
      );
    });
  });
});

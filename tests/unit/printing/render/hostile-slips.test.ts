import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipHtml } from '../../../../src/main/printing/render/slip-html.ts';
import { buildSlip } from '../../../../src/shared/domain/receipt/build.ts';
import { slipText } from '../../../../src/shared/domain/receipt/layout.ts';
import type { Transaction } from '../../../../src/shared/domain/transaction.ts';
import { bytesOptions, printSlip, slipSamples, slipSettings } from '../../../support/slips.ts';
import { soakSize } from '../../../support/soak.ts';

const slipOf = (given: Partial<Transaction>) => buildSlip({ ...slipSamples.bill, ...given }, slipSettings);

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

const words = fc.string({ unit: 'binary', maxLength: 80 });

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
      expect(printed.filter((one) => one.type !== 'line')).toEqual([{ type: 'cut', how: 'partial' }]);
      expect(printed.every((one) => one.type !== 'line' || one.columns <= 32)).toBe(true);
    }
  });

  it.each(hostile)('a name that %s is on no other paper what cannot be seen', (_, name) => {
    const doc = slipOf({ customerName: name, sn: `SN1${name}9` });
    for (const paper of [slipText(doc), slipHtml(doc, '58')]) {
      expect(paper).not.toMatch(/(?!\n)\p{Cc}|[\p{Cf}\p{Cs}]|\p{M}{3}/u);
    }
  });

  it('writes other scripts in Latin letters, in a serial number as codes, tells so on the slip, and never puts ? in their place', () => {
    const doc = slipOf({ customerName: 'Иван 山田', sn: 'AB\u001bC山D' });
    const lines = printSlip(doc).flatMap((one) => (one.type === 'line' ? [one.text.trim()] : []));
    const text = lines.join(' ');
    expect(lines).toContain('AB\\u{1B}C\\u{5C71}D');
    expect(text).toContain('Ivan ShanTian');
    expect(text).toContain('Huruf yang tak dapat dicetak');
    expect(text).not.toContain('?');
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
      one.type === 'line' ? [one.text.trim()] : [],
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
        (said, columns, codePage) => {
          const details = [{ period: said.period, billValue: 1000, priceAdmin: null }];
          const sale = {
            customerName: said.name,
            brand: said.brand,
            sn: `#${said.sn}#`,
            bill: { billSheet: 1, details },
          };
          const printed = printSlip(slipOf(sale), { ...bytesOptions, language: said.language, columns, codePage });
          expect(printed.filter((one) => one.type !== 'line')).toEqual([{ type: 'cut', how: 'partial' }]);
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
          const given = [said.name, said.sn, said.brand, said.period].join('').match(/\p{Po}/gu)?.length ?? 0;
          expect(questions(bare)).toBeLessThanOrEqual(given);
        },
      ),
      { numRuns: soakSize({ usual: 100, soak: 300 }) },
    );
  });
});

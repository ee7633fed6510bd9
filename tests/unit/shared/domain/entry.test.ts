import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EntryReading,
  type EntryStep,
  keptAmount,
  keptEntry,
  readEntry,
  shownAmount,
  shownEntry,
} from '../../../../src/shared/domain/entry.ts';
import { anyText, digits } from '../../../support/fake-system.ts';

describe('reading an entry', () => {
  const number = '081234567890';
  const steps: readonly EntryStep[] = ['customerNo', 'product', 'price', 'tendered'];
  const asNumber = (customerNo: string): EntryReading => ({ is: 'number', customerNo });
  const asProduct = (text: string): EntryReading => ({ is: 'product', text });
  const asAmount = (amount: number): EntryReading => ({ is: 'amount', amount });

  describe('a mobile number is a number whatever is expected', () => {
    for (const written of [
      '081234567890',
      '0812 3456 7890',
      '0812-3456-7890',
      '0812.3456.7890',
      '(0812) 3456 7890',
      '(0812) 3456.7890\n',
      '+62 812-3456-7890',
      '+62 (0)812 3456 7890',
      '++6281234567890',
      '\u202a0812\u201334567890\u202c',
      ' 0812\u00a03456\u00a07890 ',
    ]) {
      it.each(steps)(`${JSON.stringify(written)} while %s is expected`, (step) => {
        expect(readEntry(written, step)).toEqual(asNumber(number));
      });
    }
  });

  it.each([
    // A meter's number may begin with 62: no digit is changed on a guess.
    ['6281234567890', 'customerNo', asNumber('6281234567890')],
    ['6281234567890', 'tendered', asNumber('6281234567890')],
    ['530000000001', 'tendered', asNumber('530000000001')],
    ['0812😀34567890', 'customerNo', asNumber(number)],
    ['123', 'customerNo', asNumber('123')],
    ['AB12345', 'customerNo', asNumber('AB12345')],
  ] as const)('the number %j while %s is expected is kept digit by digit', (text, step, reading) => {
    expect(readEntry(text, step)).toEqual(reading);
  });

  it.each([
    ['TSEL10', 'customerNo', asProduct('TSEL10')],
    ['tsel10', 'product', asProduct('tsel10')],
    ['telkomsel 10', 'customerNo', asProduct('telkomsel 10')],
    ['10', 'product', asProduct('10')],
    ['10rb', 'product', asProduct('10rb')],
    ['TSEL20', 'tendered', asProduct('TSEL20')],
    ['😀', 'product', asProduct('😀')],
    ['PLN-20', 'product', asProduct('PLN-20')],
    ['<b>x</b>', 'customerNo', asProduct('<b>x</b>')],
  ] as const)('%j while %s is expected is a product, or words for one', (text, step, reading) => {
    expect(readEntry(text, step)).toEqual(reading);
  });

  it.each([
    ['20000', asAmount(20_000)],
    ['20.000', asAmount(20_000)],
    ['20rb', asAmount(20_000)],
    ['20 k', asAmount(20_000)],
    ['Rp20.000,00', asAmount(20_000)],
    ['0', asAmount(0)],
    ['100000000', asAmount(100_000_000)],
  ] as const)('%j is money where money is expected', (text, reading) => {
    expect(readEntry(text, 'tendered')).toEqual(reading);
    expect(readEntry(text, 'price')).toEqual(reading);
  });

  it.each([
    ['TSEL10.081234567890', 'TSEL10', number],
    ['tsel10 . 0812 3456 7890', 'tsel10', number],
    ['TSEL10.2.081234567890', 'TSEL10', number],
    ['TSEL10*081234567890#', 'TSEL10', number],
    ['TSEL10#+6281234567890', 'TSEL10', number],
    ['10.081234567890', '10', number],
    ['10.2.081234567890', '10', number],
    ['PLNPOST.530000000001', 'PLNPOST', '530000000001'],
  ] as const)('the quick code %j says product and number at once', (text, product, customerNo) => {
    for (const step of steps) expect(readEntry(text, step)).toEqual({ is: 'quick', product, customerNo });
  });

  it.each(['-5000', '1.5', '12,5', '20.0000', '2,5rb', '100000001', '999999999', '00'])(
    '%j is no amount, and nothing else, where money is expected',
    (text) => {
      for (const step of ['price', 'tendered'] as const) expect(readEntry(text, step).is).not.toBe('amount');
    },
  );

  it.each([
    ['081200000001 5', '5', '081200000001'],
    ['081200000001.5', '5', '081200000001'],
    ['081200000001-10rb', '10rb', '081200000001'],
    ['081200000001 10.000', '10.000', '081200000001'],
    ['0812 0000 0001 25k', '25k', '081200000001'],
    ['0812 0000 0001 100', '100', '081200000001'],
    ['081200000001 tsel10', 'tsel10', '081200000001'],
    ['+62 812 0000 0001 10rb', '10rb', '081200000001'],
    ['10 081200000001', '10', '081200000001'],
    ['tsel10 0812 0000 0001', 'tsel10', '081200000001'],
    ['530000000001 20', '20', '530000000001'],
  ] as const)('%j from a chat is a product and a number', (text, product, customerNo) => {
    for (const step of steps) expect(readEntry(text, step)).toEqual({ is: 'quick', product, customerNo });
  });

  it.each(['0812 0000 0001 5', '0812 345 678 100', '081200000001 081200000002', '530000000001 530000000002'])(
    '%j may be two things, and is neither',
    (text) => {
      for (const step of steps) expect(readEntry(text, step).is).toBe('unclear');
    },
  );

  it('a quick code that is still being typed is no number and no amount', () => {
    expect(readEntry('10.0812', 'product')).toEqual(asProduct('10.0812'));
    expect(readEntry('TSEL10.', 'customerNo')).toEqual(asProduct('TSEL10.'));
    expect(readEntry('10.000', 'tendered')).toEqual(asAmount(10_000));
  });

  it('digits that are too few or too many for a number are said to be so', () => {
    for (const step of steps) expect(readEntry('9'.repeat(31), step)).toMatchObject({ is: 'noNumber' });
    for (const text of ['1', '12', '+', '0 8']) expect(readEntry(text, 'customerNo')).toEqual({ is: 'noNumber', text });
  });

  it('a receipt number is one whatever is expected, a number with a dash is none', () => {
    for (const step of steps) {
      expect(readEntry('ab7k-000123', step)).toEqual({ is: 'receipt', receiptNo: 'AB7K-000123' });
      expect(readEntry('0812-34567890', step)).toEqual(asNumber(number));
    }
  });

  it('a scanned proof is one whatever is expected, also from a scanner on a German keyboard', () => {
    const proof = 'KTR1.AB7K.000123.QWERTZUIOP234567ASDFGHJKL';
    for (const step of steps) {
      expect(readEntry(proof, step)).toEqual({ is: 'proof', text: proof });
      expect(readEntry(`https://example.test/v#${proof}`, step)).toMatchObject({ is: 'proof' });
    }
  });

  describe('for anything at all', () => {
    const anyStep = fc.constantFrom(...steps);

    it('says something, only blanks are nothing, and what is sent on is in form', () => {
      fc.assert(
        fc.property(anyText({ maxLength: 120 }), anyStep, (text, step) => {
          const reading = readEntry(text, step);
          expect(reading.is === 'nothing').toBe(text.replace(/\p{C}+/gu, ' ').trim() === '');
          expect('customerNo' in reading ? reading.customerNo : '081').toMatch(/^[0-9A-Za-z]{3,30}$/);
          expect(reading.is === 'amount' ? reading.amount : 0).toBeLessThanOrEqual(100_000_000);
        }),
      );
    });

    it('a dialled number keeps its digits however it is grouped, and in a quick code', () => {
      const dialled = fc.stringMatching(/^08[1-9]\d{7,10}$/);
      const separator = fc.constantFrom('', ' ', '-', ' - ', '\u00a0');
      fc.assert(
        fc.property(dialled, separator, anyStep, (digits, gap, step) => {
          const written = `${digits.slice(0, 4)}${gap}${digits.slice(4)}`;
          expect(readEntry(written, step)).toEqual(asNumber(digits));
          expect(readEntry(`TSEL10.${written}`, step)).toMatchObject({ is: 'quick', customerNo: digits });
        }),
      );
    });

    it('whole rupiah up to a counter’s most are read back as they were typed', () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
          expect(readEntry(String(amount), 'tendered')).toEqual(asAmount(amount));
        }),
      );
    });
  });
});

describe('an entry as it is shown', () => {
  it.each([
    ['081234567890', 'customerNo', '0812 3456 7890'],
    ['+6281234567890', 'customerNo', '+628 1234 5678 90'],
    ['20000', 'tendered', '20.000'],
    ['20000', 'product', '2000 0'],
    ['0812345', 'tendered', '0812 345'],
    ['530000000001', 'tendered', '5300 0000 0001'],
    ['TSEL10', 'product', 'TSEL10'],
    ['10.0812', 'product', '10.0812'],
    ['telkomsel 10', 'product', 'telkomsel 10'],
    ['081200000001 5', 'customerNo', '081200000001 5'],
  ] as const)('%j while %s is expected is shown as %j', (text, step, display) => {
    expect(shownEntry(text, step)).toBe(display);
  });

  it.each([
    ['Rp12.000', 'price', '12000'],
    ['Rp12.000,00', 'price', 'Rp12.000,00'],
    ['-5000', 'price', '-5000'],
    ['20rb', 'tendered', '20rb'],
    ['0812 3456', 'tendered', '0812 3456'],
    ['081200000001 5', 'customerNo', '081200000001 5'],
  ] as const)('%j pasted while %s is expected is kept as %j', (pasted, step, remaining) => {
    expect(keptEntry(pasted, step)).toBe(remaining);
  });

  it('digits without end are cut off behind the longest number, a scan is not', () => {
    expect(keptEntry('0812'.repeat(250), 'customerNo').length).toBeLessThan(32);
    const proof = `KTR1.${'A'.repeat(400)}`;
    expect(keptEntry(proof, 'customerNo')).toBe(proof);
  });

  it('keeps any digits, in a field for an amount too', () => {
    fc.assert(
      fc.property(digits(1, 20), fc.constantFrom('customerNo', 'product', 'tendered', 'price'), (typed, step) => {
        expect(keptEntry(typed, step)).toBe(typed);
        expect(keptAmount(typed)).toBe(typed);
        expect(shownEntry(typed, step).replace(/[ .]/g, '')).toBe(typed);
        expect(shownAmount(typed).replaceAll('.', '')).toBe(typed);
      }),
    );
  });
});

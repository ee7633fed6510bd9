import { describe, expect, test } from 'vitest';
import { marksOf } from '../../../../../src/shared/domain/search/matching.ts';
import { parseQuery } from '../../../../../src/shared/domain/search/parse-query.ts';
import type { Transaction } from '../../../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../../../support/fake-sales.ts';

describe('marking what was found', () => {
  const marked = (fields: Partial<Transaction>, text: string): string[] => {
    const sale = fakeSale({ sn: null, transactionId: null, receiptNo: null, ...fields });
    return marksOf(sale, parseQuery(text, '2026-11-20').condition).map(
      ({ field, start, end }) => `${field}: ${String(sale[field]).slice(start, end)}`,
    );
  };

  test('marks the part that was met, in every field, whatever its capitals', () => {
    expect(marked({ customerName: 'BUDI CONTOH', sn: 'xCONTx' }, 'cont')).toEqual(['customerName: CONT', 'sn: CONT']);
    expect(marked({ customerName: 'ANA BANANA' }, 'ana')).toEqual(['customerName: ANA', 'customerName: ANA']);
    expect(marked({ customerName: 'JOSÉ' }, 'josé')).toEqual(['customerName: JOSÉ']);
  });

  test('marks across what stands between groups of digits', () => {
    expect(marked({ customerNo: '0811', sn: '1234-5678-9012' }, '34567')).toEqual(['sn: 34-567']);
    expect(marked({ customerNo: '081234567890' }, '0812-3456')).toEqual(['customerNo: 08123456']);
  });

  test('marks the amount that was asked for, and a product that is worth it', () => {
    expect(marked({ total: 12_000, productName: 'Telkomsel 10.000' }, '12rb')).toEqual(['total: 12000']);
    expect(marked({ total: 12_000, productName: 'Telkomsel 10.000' }, '10rb')).toEqual([
      'productName: Telkomsel 10.000',
    ]);
  });

  test('marks places that overlap as one', () => {
    expect(marked({ customerName: 'SANTOSO' }, 'santo toso')).toEqual(['customerName: SANTOSO']);
  });

  test('marks nothing where only a state or a day was met', () => {
    expect(marked({ state: 'failed' }, 'gagal kemarin')).toEqual([]);
  });
});

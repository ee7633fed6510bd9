import { describe, expect, it } from 'vitest';
import { messages as id } from '../../../../src/renderer/i18n/id/messages.ts';
import { batchText, complaintText, customerText, whatsAppLink } from '../../../../src/renderer/i18n/share-messages.ts';
import { Translation } from '../../../../src/renderer/i18n/translation.ts';
import { shippedNumberPlan } from '../../../../src/shared/domain/number-fit.ts';
import { fakeSale } from '../../../support/fake-sales.ts';

const { t } = new Translation('id', id);
const place = { shop: 'Toko Makmur', zone: 'Asia/Jakarta', language: 'id', isTraining: false } as const;

describe('a sale in the customer’s chat', () => {
  it('is a fact a line, without columns and without signs that a chat reads as a format', () => {
    const text = customerText(t, fakeSale(), place);
    expect(text.split('\n').slice(0, 4)).toEqual([
      'Toko Makmur',
      'Berhasil: Telkomsel 10.000',
      'Nomor: 0812 3456 7890',
      'SN: 0312345678901234',
    ]);
    expect(text).not.toMatch(/ {2}|[*_~`]/);
  });

  it('has a token in groups, and no sn of a sale that is no success', () => {
    const token = { sn: '12345678901234567890/DEWI/R1/900VA/71,3' };
    expect(customerText(t, fakeSale(token), place)).toContain('Token: 1234 5678 9012 3456 7890');
    expect(customerText(t, fakeSale({ ...token, state: 'disputed' }), place)).not.toContain('1234');
  });

  it('opens the chat of a mobile number, and lets the sender choose for others', () => {
    expect(whatsAppLink('081234567890', 'a b', shippedNumberPlan)).toBe('https://wa.me/6281234567890?text=a%20b');
    expect(whatsAppLink('6281234567890', '', shippedNumberPlan)).toBe('https://wa.me/6281234567890?text=');
    expect(whatsAppLink('14012345678', '', shippedNumberPlan)).toBe('https://wa.me/?text=');
  });
});

describe('a batch in the customer’s chat', () => {
  it('is one text: each sale with what became of it, and the total of those that came through', () => {
    const sales = [
      fakeSale({ total: 12_000 }),
      fakeSale({ customerNo: '081234567801', state: 'failed', sn: null, total: 12_000 }),
      fakeSale({ customerNo: '14012345678', sn: '12345678901234567890/DEWI/R1/900VA/71,3', total: 22_000 }),
    ];
    expect(batchText(t, sales, place).split('\n').slice(0, 5)).toEqual([
      'Toko Makmur',
      '1. Telkomsel 10.000, 0812 3456 7890, Berhasil, SN 0312345678901234',
      '2. Telkomsel 10.000, 0812 3456 7801, Gagal',
      '3. Telkomsel 10.000, 1401 2345 678, Berhasil, Token 1234 5678 9012 3456 7890',
      'Total yang berhasil: Rp34.000',
    ]);
    expect(batchText(t, sales.slice(0, 1), { ...place, isTraining: true })).toMatch(/^LATIHAN.*\n.*Total: Rp12.000/s);
  });
});

describe('a complaint', () => {
  it('names the code, the number without spaces, the time with its zone and both ids', () => {
    const sale = fakeSale({ state: 'unknown', sn: null, sentAt: '2026-03-02T03:04:05.000Z' });
    expect(complaintText(t, sale, place).split('\n')).toEqual([
      'Komplain transaksi',
      'Produk: Telkomsel 10.000 (TSEL10)',
      'Nomor: 081234567890',
      'Waktu: 02/03/2026 10:04 WIB',
      'ID transaksi: TRX-0001',
      `Ref toko: ${sale.id}`,
      'Status: Belum pasti',
      'Mohon dicek statusnya. Terima kasih.',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { type FailureKind, failureKind, withoutMailboxIds } from '../../../../src/shared/domain/provider-answer.ts';

it.each([
  ['{"callback_url":"https://r.example/hooks/m-1_x/0191"}', '{"callback_url":"https://r.example/hooks/…/0191"}'],
  [
    String.raw`{"u":"https:\/\/r.example\/hooks\/m-1_x\/0191"}`,
    String.raw`{"u":"https:\/\/r.example\/hooks\/…\/0191"}`,
  ],
  [String.raw`r\u002Fhooks\u002Fm-1_x\u002F0191`, String.raw`r\u002Fhooks\u002F…\u002F0191`],
  ['u=https%3A%2F%2Fr%2Fhooks%2Fm-1_x%2F0191&x', 'u=https%3A%2F%2Fr%2Fhooks%2F…%2F0191&x'],
  ['Callback https://r.example/relay/hooks/m-1_x gagal', 'Callback https://r.example/relay/hooks/… gagal'],
  ['/hooks/a/1 dan /hooks/b/2', '/hooks/…/1 dan /hooks/…/2'],
  ['Saldo tidak cukup', 'Saldo tidak cukup'],
])('%s', (text, redacted) => {
  expect(withoutMailboxIds(text)).toBe(redacted);
});

const spellings: Readonly<Record<FailureKind, readonly string[]>> = {
  number: [
    'Nomor tujuan salah',
    'NOMOR TIDAK VALID',
    'No. pelanggan tidak terdaftar',
    'IDPEL tidak ditemukan',
    'ID Pelanggan salah',
    'nomer diblokir oleh operator',
    'Tujuan salah, silakan cek kembali',
    'Nomor dalam masa tenggang',
    'Invalid customer number',
    'Customer number not found',
    'Wrong number',
    'Unknown subscriber',
    'MSISDN is not active',
    'Nomor meter/IDPEL yang anda masukkan salah',
  ],
  deposit: ['Saldo tidak cukup', 'Saldo anda kurang', 'Insufficient balance', 'Deposit habis', 'not enough funds'],
  cut_off: ['Sedang cut off', 'Cut-off PLN sampai 00:30', 'Di luar jam operasional', 'outside operating hours'],
  product_off: [
    'Produk sedang gangguan',
    'Produk tidak aktif',
    'Produk nonaktif',
    'Product is inactive',
    'Product not available',
    'Layanan ditutup sementara',
    'Gangguan dari operator',
    'Under maintenance',
    'Kode produk tidak ditemukan',
    'SKU unavailable',
  ],
  stock: ['Stok habis', 'Stok produk kosong', 'Out of stock', 'Voucher sedang tidak tersedia'],
  limit: [
    'Limit harian tercapai',
    'Melebihi batas transaksi harian',
    'Transaksi melebihi limit',
    'Daily limit exceeded',
    'Batas pembelian per hari habis',
  ],
  operator: [
    'Prefix tidak sesuai',
    'Nomor tidak sesuai dengan operator',
    'Nomor tidak cocok dengan produk',
    'Salah operator',
    'Bukan nomor Telkomsel',
    'Number does not match the operator',
    'Operator mismatch',
  ],
};

describe('failureKind', () => {
  it.each(Object.entries(spellings).flatMap(([kind, texts]) => texts.map((text) => [text, kind] as const)))(
    'reads "%s" as %s',
    (text, kind) => expect(failureKind(text)).toBe(kind),
  );

  it.each([
    null,
    '',
    'Transaksi gagal',
    'Tagihan sudah lunas',
    'Gagal, ulangi beberapa saat lagi',
    'Internal server error',
    'Transaction failed, please contact customer service',
    'Nomor 081234567890 gagal diisi',
    'Contoh pesan',
    'Terjadi kesalahan pada sistem',
  ])('says nothing of %s', (text) => expect(failureKind(text)).toBeNull());

  it('stays quick on long hostile texts', () => {
    const started = performance.now();
    failureKind('nomor '.repeat(20_000));
    failureKind(`produk ${'x '.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(200);
  });
});

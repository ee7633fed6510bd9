import { expect, it } from 'vitest';
import { readStatus } from '../../../../src/main/files/reconciliation/statement-status.ts';

it('statuses are read as providers write them', () => {
  expect(['Unsuccessful', 'Tidak Berhasil', 'Belum Lunas', 'UNPAID'].map((word) => readStatus(word, {}))).toEqual([
    'failed',
    'failed',
    'open',
    'open',
  ]);
  expect(
    ['SUKSES', 'Gagal', 'Refunded', 'On process', '00', 'Biaya', '0', '1'].map((word) => readStatus(word, {})),
  ).toEqual(['success', 'failed', 'failed', 'open', 'success', null, null, null]);
  expect(['0', '1', '2'].map((word) => readStatus(word, { 0: 'open', 1: 'success' }))).toEqual([
    'open',
    'success',
    null,
  ]);
});

it('a known word for a status beside another word is asked about', () => {
  const words = ['Sukses', 'SUCCESS', 'berhasil', 'Lunas', 'paid', 'Selesai', 'completed', 'OK', 'Done', '00'];
  const others =
    'tidak tdk tak belum blm gak ga nggak bukan no not non un dispute refund batal pending gagal hampir x 0 ? ! ≠'.split(
      ' ',
    );
  for (const word of words) {
    expect(readStatus(word, {}), word).toBe('success');
    for (const other of others) {
      const texts = [' ', '-', '_', '/', ' (', ': ', ''].flatMap((sign) => [other + sign + word, word + sign + other]);
      for (const text of texts) expect(readStatus(text, {}), text).not.toBe('success');
    }
  }
  for (const text of ['Transaksi Sukses', 'Sudah Lunas', 'PAYMENT_SUCCESS', 'Sukses (00)', 'Lunas/Selesai'])
    expect(readStatus(text, {}), text).toBe('success');
  for (const text of [
    'Gagal',
    'GAGAL: nomor salah',
    'Transaksi gagal',
    'Dibatalkan',
    'Dana dikembalikan',
    'Not successful',
  ])
    expect(readStatus(text, {}), text).toBe('failed');
  for (const text of [
    'Tidak gagal',
    'Refund pending',
    'Refund gagal',
    'Refund sebagian',
    'Gagal cek status',
    'Batal refund',
  ])
    expect(readStatus(text, {}), text).toBeNull();
});

it('what may still change, or may be over, is asked about, and a reason for a failure is none of it', () => {
  const read = (texts: readonly string[]) => texts.map((text) => readStatus(text, {}));
  expect(read(['Sedang diproses', 'Belum diproses', 'Being processed', 'Dalam antrean', 'DIPENDING'])).toEqual(
    Array(5).fill('open'),
  );
  expect(read(['Gagal - produk sedang gangguan', 'Gagal (sedang offline)', 'Failed: wrong number'])).toEqual(
    Array(3).fill('failed'),
  );
  expect(
    read(['Diproses ulang, gagal', 'Gagal, akan diulang', 'Ditolak: sedang dicek', 'Suspended', 'Sukses, menunggu SN']),
  ).toEqual(Array(5).fill(null));
});

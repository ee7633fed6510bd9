import type { DisplayResult } from '../../../shared/domain/display.ts';

interface DisplayWords {
  welcome: string;
  training: string;
  ask: string;
  total: string;
  tendered: string;
  change: string;
  proof: string;
  results: Readonly<Record<DisplayResult, { word: string; more: string }>>;
}

const id: DisplayWords = {
  welcome: 'Selamat datang',
  training: 'LATIHAN: bukan transaksi sungguhan',
  ask: 'Benarkah nomor dan jumlah ini?',
  total: 'Bayar',
  tendered: 'Tunai',
  change: 'Kembali',
  proof: 'Pindai untuk menyimpan bukti',
  results: {
    sending: { word: 'Sedang dikirim', more: 'Mohon tunggu sebentar.' },
    pending: { word: 'Menunggu hasil', more: 'Pesanan sudah dikirim. Tunggu di kasir.' },
    success: { word: 'Berhasil', more: 'Terima kasih. Simpan struknya.' },
    failed: { word: 'Gagal', more: 'Tidak terkirim. Uang dikembalikan oleh kasir.' },
    unsure: { word: 'Belum pasti', more: 'Sedang diperiksa. Jangan bayar lagi di tempat lain; tanyakan kasir.' },
  },
};

const en: DisplayWords = {
  welcome: 'Welcome',
  training: 'TRAINING: not a real sale',
  ask: 'Are this number and amount right?',
  total: 'To pay',
  tendered: 'Cash',
  change: 'Change',
  proof: 'Scan to keep the proof',
  results: {
    sending: { word: 'Being sent', more: 'One moment, please.' },
    pending: { word: 'Waiting for the result', more: 'The order was sent. Please wait at the counter.' },
    success: { word: 'Done', more: 'Thank you. Keep the slip.' },
    failed: { word: 'Failed', more: 'Nothing was delivered. The cashier returns the money.' },
    unsure: { word: 'Not certain yet', more: 'It is being checked. Do not pay again elsewhere; ask the cashier.' },
  },
};

/** The few words of the display, apart from the counter's, which its page does not load. */
export const displayWords = { id, en };

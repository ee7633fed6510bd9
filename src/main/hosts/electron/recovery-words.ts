import type { Language } from '../../../shared/domain/preferences.ts';

/** The recovery screen speaks for itself: the page and its words are what does not run. */
export const recoveryWords = {
  id: {
    title: 'Tampilan Konter terus berhenti',
    lead: 'Penjualan tersimpan, dan Konter tetap mendengarkan hasilnya. Tidak ada yang dikirim dua kali.',
    openTitle: 'Belum selesai: jangan dijual ulang, jangan kembalikan uangnya dulu',
    none: 'Tidak ada penjualan yang belum selesai.',
    more: (count: number) => `… dan ${count} lagi`,
    unread: 'Catatan penjualan tidak dapat dibaca sekarang. Lihat struk setelah Konter dibuka lagi.',
    columns: ['Waktu', 'Produk', 'Nomor', 'Total', 'Keadaan'],
    states: { sending: 'Sedang dikirim', pending: 'Menunggu', unknown: 'Belum pasti', disputed: 'Bertentangan' },
    toReturn: (count: number, amount: string) => `Uang yang harus dikembalikan: ${count} penjualan, ${amount}`,
    again: 'Buka tampilan lagi',
    restart: 'Mulai ulang Konter',
    help: 'Jika terjadi lagi: mulai ulang komputer, lalu kirim isi berkas ini kepada yang membantu:',
  },
  en: {
    title: 'Konter’s screen keeps stopping',
    lead: 'Sales are saved, and Konter goes on listening for their results. Nothing is sent twice.',
    openTitle: 'Not settled: do not sell these again, and do not give the money back yet',
    none: 'No sale is unsettled.',
    more: (count: number) => `… and ${count} more`,
    unread: 'The book of sales cannot be read now. Look at the receipts once Konter is open again.',
    columns: ['Time', 'Product', 'Number', 'Total', 'State'],
    states: { sending: 'Being sent', pending: 'Pending', unknown: 'Unknown', disputed: 'Disputed' },
    toReturn: (count: number, amount: string) =>
      `Cash to give back: ${count} ${count === 1 ? 'sale' : 'sales'}, ${amount}`,
    again: 'Open the screen again',
    restart: 'Restart Konter',
    help: 'Should it happen again: restart the computer, then send what is in this file to whoever helps:',
  },
} as const satisfies Record<Language, unknown>;

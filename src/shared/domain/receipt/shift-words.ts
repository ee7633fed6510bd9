import type { ShiftClock } from '../shift.ts';
import type { TransactionState } from '../state.ts';

/** The words on a shift's report, in the shop's language. */
export interface ShiftWords {
  title: Record<'x' | 'z', string>;
  /** of an X report: it ends nothing */
  notClosed: string;
  shift: string;
  opened: string;
  closed: string;
  printed: string;
  clock: Record<ShiftClock, string>;
  sales: string;
  outcome: Record<'success' | 'failed' | 'unsent' | 'unresolved', string>;
  turnover: string;
  price: string;
  fee: string;
  admin: string;
  commission: string;
  margin: string;
  without: (sales: number) => string;
  cash: string;
  opening: string;
  taken: string;
  returned: string;
  paidIn: string;
  paidOut: string;
  expected: string;
  heldApart: string;
  counted: string;
  notCounted: string;
  difference: string;
  blind: string;
  handedOver: string;
  nothingOpen: string;
  state: Partial<Record<TransactionState, string>>;
  terminal: string;
  seq: string;
  code: string;
  training: string;
}

const indonesian: ShiftWords = {
  title: { x: 'LAPORAN X', z: 'LAPORAN Z' },
  notClosed: 'SIF BELUM DITUTUP',
  shift: 'Sif',
  opened: 'Dibuka',
  closed: 'Ditutup',
  printed: 'Per',
  clock: {
    set_back:
      'Jam komputer dimundurkan selama sif ini: waktunya tidak urut. Jumlahnya mengikuti urutan catatan dan tetap benar.',
    over_a_day: 'Sif ini lebih dari sehari menurut jam: lupa ditutup, atau jam komputer diubah. Jumlahnya tetap benar.',
  },
  sales: 'Penjualan',
  outcome: { success: 'Berhasil', failed: 'Gagal', unsent: 'Tidak terkirim', unresolved: 'Belum selesai' },
  turnover: 'Omzet',
  price: 'Harga provider',
  fee: 'Biaya layanan',
  admin: 'Admin tagihan',
  commission: 'Komisi',
  margin: 'Margin toko',
  without: (sales) => `Tanpa data: ${sales} penjualan`,
  cash: 'Uang di laci',
  opening: 'Uang awal',
  taken: 'Dari penjualan',
  returned: 'Dikembalikan',
  paidIn: 'Uang masuk',
  paidOut: 'Uang keluar',
  expected: 'SEHARUSNYA',
  heldApart: 'Di antaranya ditahan',
  counted: 'DIHITUNG',
  notCounted: 'Tidak dihitung: catatan dipulihkan dari cadangan.',
  difference: 'SELISIH',
  blind: 'Uang di laci dihitung dulu; jumlah seharusnya baru tampak sesudah itu.',
  handedOver: 'Diserahkan ke sif berikutnya',
  nothingOpen: 'Tidak ada yang terbuka.',
  state: {
    sending: 'dikirim',
    pending: 'menunggu',
    unknown: 'belum pasti',
    disputed: 'bertentangan',
    failed: 'gagal, uang kembali',
    unsent: 'tak terkirim, uang kembali',
  },
  terminal: 'Konter',
  seq: 'Catatan ke',
  code: 'Kode',
  training: 'LATIHAN - TIDAK SAH',
};

const english: ShiftWords = {
  title: { x: 'X REPORT', z: 'Z REPORT' },
  notClosed: 'SHIFT NOT CLOSED',
  shift: 'Shift',
  opened: 'Opened',
  closed: 'Closed',
  printed: 'As of',
  clock: {
    set_back:
      'The clock was set back during this shift: its times are out of order. The sums follow the log and are right.',
    over_a_day:
      'By the clock this shift is longer than a day: it was not closed, or the clock was set. The sums are right.',
  },
  sales: 'Sales',
  outcome: { success: 'Success', failed: 'Failed', unsent: 'Not sent', unresolved: 'Not settled' },
  turnover: 'Turnover',
  price: "Provider's price",
  fee: 'Service fee',
  admin: 'Admin of bills',
  commission: 'Commission',
  margin: "Shop's margin",
  without: (sales) => `Not known: ${sales} sales`,
  cash: 'Cash in the drawer',
  opening: 'At the opening',
  taken: 'From sales',
  returned: 'Given back',
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  expected: 'EXPECTED',
  heldApart: 'Of that held apart',
  counted: 'COUNTED',
  notCounted: 'Not counted: the book was restored from a backup.',
  difference: 'DIFFERENCE',
  blind: 'The drawer is counted first; what should be in it is shown only then.',
  handedOver: 'Handed over to the next shift',
  nothingOpen: 'Nothing is open.',
  state: {
    sending: 'being sent',
    pending: 'pending',
    unknown: 'not certain',
    disputed: 'disputed',
    failed: 'failed, cash to return',
    unsent: 'not sent, cash to return',
  },
  terminal: 'Counter',
  seq: 'Event no.',
  code: 'Code',
  training: 'TRAINING - NOT VALID',
};

export function shiftWords(language: 'id' | 'en'): ShiftWords {
  return language === 'id' ? indonesian : english;
}

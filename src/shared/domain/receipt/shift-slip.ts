import { isCustomerService } from '../cash-service.ts';
import { cashServiceNames } from '../cash-service-entry.ts';
import { nonZeroSums, type ShiftPurse, totalOf } from '../cash-service-sums.ts';
import { type CashCount, piecesOf } from '../drawer-count.ts';
import { sumMoves } from '../drawer-sums.ts';
import { groupThousands } from '../money.ts';
import { accountMethods, methodNames } from '../payment.ts';
import type { Language } from '../preferences.ts';
import type { KnownAmount, ReportRow } from '../sales-report.ts';
import {
  closingNotes,
  type HandedOver,
  type MoneyToReturn,
  openCash,
  openingNotes,
  type Shift,
  type ShiftMethods,
  type ShiftReport,
  sumToReturn,
} from '../shift.ts';
import type { TransactionState } from '../transaction.ts';
import { writtenDay, writtenTime } from '../zone.ts';
import type { SlipSettings } from './build.ts';
import { gap, money, notice, pair, type ReceiptBlock, type ReceiptDoc, visibleSlip } from './doc.ts';
import { hashGroups } from './seal-slip.ts';

/** A shift's report as a slip: X while it is open, Z with the place in the log where it was closed. */
export function buildShiftSlip(
  report: ShiftReport,
  { language, timeZone, shop, training }: Omit<SlipSettings, 'copy' | 'proof'>,
): ReceiptDoc {
  const words = shiftWords(language);
  const { shift, line, handedOver, toReturn, head } = report;
  const at = (instant: string): string => writtenTime(instant, timeZone);
  return visibleSlip({
    language,
    blocks: [
      ...(training ? [notice(words.training), gap] : []),
      ...(report.kind === 'x' ? [notice(words.notClosed), gap] : []),
      { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
      { type: 'centred', text: words.title[report.kind], strong: true },
      gap,
      pair(words.shift, `${shift.number} (${writtenDay(shift.day)})`),
      pair(words.opened, at(shift.openedAt)),
      shift.closed === null ? pair(words.printed, at(head.at)) : pair(words.closed, at(shift.closed.at)),
      ...(report.clock === null ? [] : [{ type: 'paragraph' as const, text: words.clock[report.clock] }]),
      gap,
      ...sales(line, words),
      gap,
      ...drawer(report, words),
      ...afterwards(report, words),
      gap,
      ...services(report, words, language),
      ...notCash(report.methods, words, methodNames[language]),
      ...unsettledSales(handedOver, toReturn, words),
      gap,
      pair(words.terminal, head.terminal),
      pair(words.seq, String(head.seq)),
      { type: 'sn', label: words.code, groups: hashGroups(head.hash), token: false },
    ],
  });
}

function sales(line: ReportRow, words: ShiftWords): ReceiptBlock[] {
  const { outcome } = words;
  return [
    { type: 'centred', text: words.sales, strong: true },
    pair(outcome.success, String(line.success)),
    pair(outcome.failed, String(line.failed)),
    ...(line.unsent !== 0 ? [pair(outcome.unsent, String(line.unsent))] : []),
    ...(line.unresolved.count > 0
      ? [money(`${outcome.unresolved} (${line.unresolved.count})`, line.unresolved.amount)]
      : []),
    ...amountBlocks(words.turnover, line.turnover, words),
    ...amountBlocks(words.price, line.price, words),
    ...(line.fee === 0 ? [] : [money(words.fee, line.fee)]),
    ...amountBlocks(words.admin, line.admin, words),
    ...amountBlocks(words.commission, line.commission, words),
    ...amountBlocks(words.margin, line.margin, words),
  ];
}

/** An amount that no sale has is left out; below one that some sales lack stands how many do. */
function amountBlocks(label: string, { amount, without }: KnownAmount, words: ShiftWords): ReceiptBlock[] {
  if (amount === null) return [];
  return [money(label, amount), ...(without > 0 ? [{ type: 'paragraph' as const, text: words.without(without) }] : [])];
}

function drawer(report: ShiftReport, words: ShiftWords): ReceiptBlock[] {
  const { cash, moves } = report;
  const { closed, carried, openingCount } = report.shift;
  const { held, toReturn } = openCash(report);
  const difference = [...openingDifference(carried, words), ...reasons(openingNotes(report), words)];
  const head: ReceiptBlock = { type: 'centred', text: words.cash, strong: true };
  if (cash === null) {
    // Who counts blind reads the difference alone: the last count would say what should be there now.
    return [head, ...difference, ...pieces(openingCount, words), { type: 'paragraph', text: words.blind }];
  }
  return [
    head,
    ...lastCount(carried, words),
    ...difference,
    money(words.openingCash, cash.opening),
    ...(closed === null ? pieces(openingCount, words) : []),
    money(words.taken, cash.taken),
    money(words.returned, -cash.returned),
    money(words.paidIn, cash.paidIn),
    ...categories(moves, 'in', words),
    money(words.paidOut, -cash.paidOut),
    ...categories(moves, 'out', words),
    ...unlessZero(words.servicesIn, cash.servicesIn),
    ...unlessZero(words.servicesOut, -cash.servicesOut),
    money(words.expected, cash.expected, true),
    ...(held > 0 ? [money(words.heldApart, held)] : []),
    ...(toReturn > 0 ? [money(words.ofFailed, toReturn)] : []),
    ...(closed === null ? [] : counted(closed, words)),
  ];
}

/** What each category comes to; nothing where the shop has none. */
function categories(moves: ShiftReport['moves'], direction: 'in' | 'out', words: ShiftWords): ReceiptBlock[] {
  const ofDirection = moves.filter((move) => move.direction === direction);
  if (ofDirection.every(({ category }) => category === null)) return [];
  return sumMoves(ofDirection).map(({ category, amount }) =>
    money(`- ${category ?? words.noCategory}`, direction === 'in' ? amount : -amount),
  );
}

/** How many there were of each note and coin; nothing where the sum alone was counted. */
function pieces(count: CashCount | null, words: ShiftWords): ReceiptBlock[] {
  if (count === null) return [];
  return [
    ...piecesOf(count).map(([each, number]) => money(`${groupThousands(each)} x ${number}`, each * number)),
    ...unlessZero(words.coins, count.coins),
  ];
}

const reasons = (notes: ShiftReport['notes'], words: ShiftWords): ReceiptBlock[] =>
  notes.map(({ text }) => ({ type: 'paragraph', text: `${words.reason}: ${text ?? words.erased}` }));

/** Why the closing count differed, on papers that are printed after somebody has said so. */
const afterwards = (report: ShiftReport, words: ShiftWords): ReceiptBlock[] => reasons(closingNotes(report), words);

/** Stands only above a difference. */
const lastCount = (carried: Shift['carried'], words: ShiftWords): ReceiptBlock[] =>
  carried === null || carried.difference === 0 ? [] : [money(words.lastCount, carried.expected)];

/** Cash that vanished, or came, between the last count and the opening. */
const openingDifference = (carried: Shift['carried'], words: ShiftWords): ReceiptBlock[] =>
  carried === null || carried.difference === 0 ? [] : [money(words.openingDifference, carried.difference, true)];

/** The methods by which anything moved, each by itself; nothing of those that the shop does not use. */
function notCash(
  { tab, ...methods }: ShiftMethods,
  words: ShiftWords,
  names: (typeof methodNames)[Language],
): ReceiptBlock[] {
  const lines = accountMethods.flatMap((method) =>
    unlessZero(names[method], methods[method].taken).concat(
      unlessZero(`${names[method]}: ${words.returned}`, -methods[method].returned),
    ),
  );
  const onTab = [
    ...unlessZero(words.tab.added, tab.added),
    ...unlessZero(words.tab.paid, -tab.paid),
    ...unlessZero(words.tab.paidInCash, tab.paidInCash),
    ...unlessZero(words.tab.lapsed, -tab.lapsed),
  ];
  const all = [...lines, ...onTab];
  return all.length === 0 ? [] : [{ type: 'centred', text: words.others, strong: true }, ...all, gap];
}

/** Cash services and the purse that they move; nothing where the shop has neither. */
function services({ services: sums, purse }: ShiftReport, words: ShiftWords, language: Language): ReceiptBlock[] {
  const names = cashServiceNames[language];
  const counted = purse === null ? [] : purseCount(purse, words);
  const rows = nonZeroSums(sums.filter(({ kind }) => isCustomerService(kind))).map(({ kind, count, amount }) =>
    money(`${names[kind]} (${count})`, amount),
  );
  if (rows.length === 0 && counted.length === 0) return [];
  const { amount, fee } = totalOf(sums);
  return [
    { type: 'centred', text: words.services.title, strong: true },
    ...rows,
    ...unlessZero(words.services.amount, amount),
    ...unlessZero(words.services.fee, fee),
    ...(rows.length > 0 && counted.length > 0 ? [gap] : []),
    ...counted,
    gap,
  ];
}

function purseCount(
  { name, openingBalance, in: paidIn, out, expected, counted, difference }: ShiftPurse,
  { services: say }: ShiftWords,
): ReceiptBlock[] {
  return [
    { type: 'centred', text: name === '' ? say.purse : name, strong: true },
    openingBalance === null ? { type: 'paragraph', text: say.neverCounted } : money(say.opening, openingBalance),
    money(say.in, paidIn),
    money(say.out, -out),
    ...(expected === null ? [] : [money(say.expected, expected, true)]),
    ...(counted === null
      ? [{ type: 'paragraph' as const, text: say.notCounted }]
      : [money(say.counted, counted, true)]),
    ...(difference === null ? [] : [money(say.difference, difference, true)]),
  ];
}

const unlessZero = (label: string, amount: number): ReceiptBlock[] => (amount === 0 ? [] : [money(label, amount)]);

function counted(
  { counted: countedCash, count, difference }: NonNullable<Shift['closed']>,
  words: ShiftWords,
): ReceiptBlock[] {
  if (countedCash === null || difference === null) return [{ type: 'paragraph', text: words.notCounted }];
  return [...pieces(count, words), money(words.counted, countedCash, true), money(words.difference, difference, true)];
}

/** What the next shift takes over. Sales are named as on their own slips, so that each is found by the other. */
function unsettledSales(handedOver: readonly HandedOver[], toReturn: MoneyToReturn, words: ShiftWords): ReceiptBlock[] {
  const states: Partial<Record<TransactionState, string>> = words.state;
  return [
    { type: 'centred', text: words.handedOver, strong: true },
    ...(handedOver.length === 0 ? [{ type: 'paragraph' as const, text: words.nothingOpen }] : []),
    ...handedOver.map(({ id, state, amount }) =>
      money(`${id.slice(-8).toUpperCase()} ${states[state] ?? state}`, amount),
    ),
    ...sumOfReturns(toReturn, words),
  ];
}

/** One sum, as on screen; what of it the drawer's count has not stands below. */
function sumOfReturns(toReturn: MoneyToReturn, words: ShiftWords): ReceiptBlock[] {
  const { cash, other, change } = toReturn;
  const sum = sumToReturn(toReturn);
  if (sum === 0) return [];
  const sub = sum === cash ? [] : [money(words.failedSales, cash + other), ...unlessZero(words.notCash, other)];
  return [money(words.toReturn, sum, true), ...sub, ...unlessZero(words.change, change)];
}

/** The words on a shift's report, in the shop's language. */
const indonesian = {
  title: { x: 'LAPORAN SEMENTARA (X)', z: 'LAPORAN TUTUP SHIFT (Z)' },
  /** of an X report: it ends nothing */
  notClosed: 'SHIFT BELUM DITUTUP',
  shift: 'Shift',
  opened: 'Dibuka',
  closed: 'Ditutup',
  printed: 'Per',
  clock: {
    set_back:
      'Jam komputer dimundurkan selama shift ini: waktunya tidak urut. Jumlahnya mengikuti urutan catatan dan tetap benar.',
    over_a_day:
      'Shift ini lebih dari sehari menurut jam: lupa ditutup, atau jam komputer diubah. Jumlahnya tetap benar.',
  },
  sales: 'Penjualan',
  outcome: { success: 'Berhasil', failed: 'Gagal', unsent: 'Tidak terkirim', unresolved: 'Belum selesai' },
  turnover: 'Omzet',
  price: 'Modal',
  fee: 'Biaya layanan',
  admin: 'Admin tagihan',
  commission: 'Komisi',
  margin: 'Laba kotor',
  without: (sales: number) => `Tanpa data: ${sales} penjualan`,
  cash: 'Uang di laci',
  lastCount: 'Dari hitungan lalu',
  openingDifference: 'SELISIH UANG AWAL',
  reason: 'Alasan',
  erased: '(dihapus)',
  noCategory: 'Tanpa kategori',
  coins: 'Koin',
  openingCash: 'Uang awal',
  taken: 'Dari penjualan',
  returned: 'Dikembalikan',
  paidIn: 'Uang masuk',
  paidOut: 'Uang keluar',
  servicesIn: 'Jasa tunai masuk',
  servicesOut: 'Jasa tunai keluar',
  services: {
    title: 'Jasa tunai',
    amount: 'Diteruskan, bukan omzet',
    fee: 'Biaya jasa, laba',
    purse: 'Saldo agen',
    opening: 'Saldo awal',
    in: 'Masuk',
    out: 'Keluar',
    expected: 'SALDO HARUS ADA',
    counted: 'SALDO DIHITUNG',
    difference: 'SELISIH SALDO',
    neverCounted: 'Belum pernah dihitung: hitungan pertama menjadi saldo awal.',
    notCounted: 'Saldo tidak dihitung.',
  },
  expected: 'HARUS ADA',
  heldApart: 'Di antaranya gantung',
  ofFailed: 'Di antaranya gagal',
  toReturn: 'HARUS DIKEMBALIKAN',
  failedSales: 'Penjualan gagal',
  notCash: 'Di antaranya bukan tunai',
  change: 'Kembalian, di luar laci',
  counted: 'DIHITUNG',
  notCounted: 'Tidak dihitung: buku dipulihkan dari cadangan.',
  difference: 'SELISIH',
  blind: 'Laci dihitung dulu; uang yang harus ada baru tampak sesudah itu.',
  others: 'Bukan tunai',
  tab: { added: 'Utang baru', paid: 'Utang dibayar', paidInCash: 'Di antaranya tunai', lapsed: 'Utang gugur' },
  handedOver: 'Diserahkan ke shift berikutnya',
  nothingOpen: 'Semua penjualan sudah selesai.',
  state: {
    sending: 'dikirim',
    pending: 'menunggu',
    unknown: 'belum pasti',
    disputed: 'bertentangan',
    failed: 'gagal, kembalikan uang',
    unsent: 'tak terkirim, kembalikan uang',
  },
  terminal: 'Konter',
  seq: 'Catatan ke',
  code: 'Kode',
  training: 'LATIHAN - TIDAK SAH',
};
type ShiftWords = typeof indonesian;

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
  outcome: { success: 'Success', failed: 'Failed', unsent: 'Not sent', unresolved: 'Unsettled' },
  turnover: 'Turnover',
  price: 'Cost',
  fee: 'Service fee',
  admin: 'Bill admin fees',
  commission: 'Commission',
  margin: 'Gross profit',
  without: (sales) => `Unknown for ${sales} ${sales === 1 ? 'sale' : 'sales'}`,
  cash: 'Cash in the drawer',
  lastCount: 'From the last count',
  openingDifference: 'OPENING DIFFERENCE',
  reason: 'Reason',
  erased: '(erased)',
  noCategory: 'No category',
  coins: 'Coins',
  openingCash: 'Opening cash',
  taken: 'From sales',
  returned: 'Refunded',
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  servicesIn: 'Cash services in',
  servicesOut: 'Cash services out',
  services: {
    title: 'Cash services',
    amount: 'Passed on, no turnover',
    fee: 'Fees, earned',
    purse: 'Purse',
    opening: 'Opening balance',
    in: 'In',
    out: 'Out',
    expected: 'BALANCE EXPECTED',
    counted: 'BALANCE COUNTED',
    difference: 'BALANCE DIFFERENCE',
    neverCounted: 'Never counted: the first count is the opening balance.',
    notCounted: 'The balance was not counted.',
  },
  expected: 'EXPECTED',
  heldApart: 'Of that on hold',
  ofFailed: 'Of that failed',
  toReturn: 'REFUND DUE',
  failedSales: 'Failed sales',
  notCash: 'Of that not in cash',
  change: 'Change, not in the count',
  counted: 'COUNTED',
  notCounted: 'Not counted: the ledger was restored from a backup.',
  difference: 'DIFFERENCE',
  blind: 'Count the drawer first; the expected cash is shown afterwards.',
  others: 'Not cash',
  tab: { added: 'New tabs', paid: 'Tabs paid', paidInCash: 'Of that in cash', lapsed: 'Tabs lapsed' },
  handedOver: 'Handed over to the next shift',
  nothingOpen: 'All sales are settled.',
  state: {
    sending: 'being sent',
    pending: 'pending',
    unknown: 'unconfirmed',
    disputed: 'disputed',
    failed: 'failed, refund due',
    unsent: 'not sent, refund due',
  },
  terminal: 'Counter',
  seq: 'Event no.',
  code: 'Code',
  training: 'TRAINING - NOT VALID',
};

function shiftWords(language: 'id' | 'en'): ShiftWords {
  return language === 'id' ? indonesian : english;
}

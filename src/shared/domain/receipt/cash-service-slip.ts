import { isCustomerService } from '../cash-service.ts';
import { type CashServiceEntry, cashServiceNames } from '../cash-service-entry.ts';
import { writtenTime } from '../zone.ts';
import { type SlipSettings, shopPaper } from './build.ts';
import { gap, money, notice, pair, type ReceiptDoc, stampDuty } from './doc.ts';
import { slipWords } from './words.ts';

const texts = {
  id: {
    record: 'CATATAN JASA TUNAI',
    reversal: 'KOREKSI JASA TUNAI',
    number: 'No. catatan',
    of: 'Mengoreksi',
    service: 'Jasa',
    reference: 'No. referensi',
    reason: 'Alasan',
    amount: 'Jumlah',
    fee: 'Biaya',
    feeInPurse: 'Biaya, bukan tunai',
    received: 'TUNAI DITERIMA',
    handedOut: 'TUNAI DISERAHKAN',
    reversed: 'SUDAH DIKOREKSI',
    by: (who: string) => `Dicatat oleh ${who}.`,
    cashier: 'kasir',
    noProof: 'Ini catatan toko, bukan bukti dari bank atau penyedia. Buktinya ada di aplikasi mereka.',
  },
  en: {
    record: 'CASH SERVICE RECORD',
    reversal: 'CASH SERVICE REVERSAL',
    number: 'Record no.',
    of: 'Reverses',
    service: 'Service',
    reference: 'Reference',
    reason: 'Reason',
    amount: 'Amount',
    fee: 'Fee',
    feeInPurse: 'Fee, not in cash',
    received: 'CASH RECEIVED',
    handedOut: 'CASH PAID OUT',
    reversed: 'REVERSED',
    by: (who: string) => `Recorded by ${who}.`,
    cashier: 'the cashier',
    noProof: 'This is the record of the shop, and no proof of the bank or provider. Their app has that.',
  },
};

/** The number by which an entry is found again. */
export const serviceNumber = (id: string): string => id.slice(-8).toUpperCase();

/** What the customer of a cash service holds: who recorded what, and that it is no proof of a bank or provider. */
export function buildCashServiceSlip(
  { id, at, by, kind, amount, fee, cash, note, reverses, reversedBy }: CashServiceEntry,
  settings: Omit<SlipSettings, 'copy' | 'proof'>,
): ReceiptDoc {
  const { language, timeZone, shop, training } = settings;
  const say = texts[language];
  const words = slipWords(language);
  const isReason = reverses !== null || !isCustomerService(kind);
  return shopPaper(
    reverses === null ? say.record : say.reversal,
    [
      ...(reversedBy === null ? [] : [notice(say.reversed)]),
      gap,
      pair(words.date, writtenTime(at, timeZone)),
      pair(say.number, serviceNumber(id)),
      ...(reverses === null ? [] : [pair(say.of, serviceNumber(reverses))]),
      pair(say.service, cashServiceNames[language][kind]),
      ...(note === null ? [] : [pair(isReason ? say.reason : say.reference, note)]),
      gap,
      money(say.amount, Math.abs(amount)),
      // Where the cash is the amount alone, the fee went through the purse: the sums would not add up without a word.
      ...(fee === 0 ? [] : [money(Math.abs(cash) === Math.abs(amount) ? say.feeInPurse : say.fee, Math.abs(fee))]),
      ...(cash === 0 ? [] : [money(cash > 0 ? say.received : say.handedOut, Math.abs(cash), true)]),
      gap,
      { type: 'paragraph', text: say.by(by === 'cashier' ? say.cashier : by) },
      { type: 'paragraph', text: say.noProof },
      ...(training || reverses !== null ? [] : stampDuty(cash, words)),
      ...(shop.footer === '' ? [] : [gap, { type: 'centred' as const, text: shop.footer }]),
    ],
    settings,
  );
}

import { methodNames, type Settlement } from '../payment.ts';
import { writtenTime } from '../zone.ts';
import { type SlipSettings, shopPaper } from './build.ts';
import { gap, money, pair, type ReceiptDoc, stampDuty } from './doc.ts';
import { slipWords } from './words.ts';

/** A settlement and what it left, for the customer's proof. */
export interface SettlementSlip extends Settlement {
  /** null: not in the customer book any more */
  name: string | null;
  /** what the customer owes when the slip is made. Whole rupiah */
  left: number;
  /** what the customer owes for sales that may still fail: that debt lapses then. Whole rupiah */
  unsettled: number;
  /** when the slip is made */
  printedAt: string;
}

const texts = {
  id: {
    title: 'BUKTI BAYAR UTANG',
    from: 'Dari',
    by: 'Cara bayar',
    ref: 'No. referensi',
    paid: 'DIBAYAR',
    left: 'Sisa utang',
    leftAt: (when: string) => `Sisa per ${when}`,
    unsettled: 'Belum pasti',
    cleared: 'LUNAS',
  },
  en: {
    title: 'TAB PAYMENT RECEIPT',
    from: 'From',
    by: 'Paid by',
    ref: 'Reference',
    paid: 'PAID',
    left: 'Still owed',
    leftAt: (when: string) => `Left on ${when}`,
    unsettled: 'Unconfirmed',
    cleared: 'PAID IN FULL',
  },
};

/** What a customer holds who paid of the tab: how much, by which method, and what is left. */
export function buildSettlementSlip(
  settlement: SettlementSlip,
  settings: Omit<SlipSettings, 'copy' | 'proof'>,
): ReceiptDoc {
  const { language, timeZone, shop, training } = settings;
  const { name, at, method, amount, reference, left, unsettled, printedAt } = settlement;
  const say = texts[language];
  const words = slipWords(language);
  const when = (instant: string): string => writtenTime(instant, timeZone);
  // A slip that is made later says when that much was owed.
  const leftLabel = when(printedAt) === when(at) ? say.left : say.leftAt(when(printedAt));
  const isCleared = left === 0 && unsettled === 0;
  return shopPaper(
    say.title,
    [
      gap,
      pair(words.date, when(at)),
      ...(name === null ? [] : [pair(say.from, name)]),
      pair(say.by, methodNames[language][method]),
      ...(reference === null ? [] : [pair(say.ref, reference)]),
      gap,
      money(say.paid, amount, true),
      ...(isCleared ? [] : [money(leftLabel, left)]),
      ...(unsettled === 0 ? [] : [money(say.unsettled, unsettled)]),
      gap,
      ...(isCleared ? [{ type: 'centred' as const, text: say.cleared, strong: true as const }] : []),
      { type: 'centred', text: words.keep },
      ...(training ? [] : stampDuty(amount, words)),
      ...(shop.footer === '' ? [] : [{ type: 'centred' as const, text: shop.footer }]),
    ],
    settings,
  );
}

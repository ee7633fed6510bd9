import { groupCustomerNo } from '../customer-no.ts';
import { isErased } from '../erasure.ts';
import { formatRupiah } from '../money.ts';
import { type ProductKind, productKind } from '../product-names.ts';
import { type BillPeriod, electricityToken, type Transaction } from '../transaction.ts';
import { wallClock } from '../zone.ts';
import { type ReceiptBlock, type ReceiptDoc, visibleSlip } from './doc.ts';
import { type SlipWords, slipWords } from './words.ts';

export interface SlipSettings {
  language: 'id' | 'en';
  timeZone: string;
  shop: { name: string; address: string; phone: string; footer: string };
  training: boolean;
  /** 1 is the original; above it the slip says which copy it is */
  copy: number;
  /** who sold it; left out or null, the slip says nothing of that */
  cashier?: string | null;
  /** what the QR of a success holds: the proof that anyone can verify; left out or null, there is no QR */
  proof?: string | null;
}

/**
 * The slip of a sale: shop, what and for whom, the serial number, the amounts, then the words. It holds only what the
 * interface and the shop have said; "proof" stands on it only when the sale succeeded.
 */
export function buildSlip(sale: Transaction, settings: SlipSettings): ReceiptDoc {
  const words = slipWords(settings.language);
  const kind = productKind(sale);
  return visibleSlip({
    language: settings.language,
    blocks: [
      ...warnings(sale, settings, words),
      ...shopHead(settings),
      gap,
      ...saleHead(sale, settings, words),
      gap,
      ...what(sale, kind, words),
      gap,
      ...serialNumber(sale, kind, words),
      ...amounts(sale, kind, words),
      gap,
      ...closing(sale, settings, words),
      ...proof(sale, settings),
    ],
  });
}

const gap: ReceiptBlock = { type: 'gap' };

function warnings(sale: Transaction, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const notices: string[] = [];
  if (settings.training) notices.push(words.training);
  const doubt = notProven(sale);
  if (doubt) notices.push(words.notAProof[doubt]);
  if (settings.copy > 1) notices.push(words.copy(settings.copy));
  return notices.flatMap((text): ReceiptBlock[] => [{ type: 'notice', text }, gap]);
}

function notProven(sale: Transaction): keyof SlipWords['notAProof'] | null {
  switch (sale.state) {
    case 'success':
      return null;
    case 'sending':
    case 'unknown':
      return 'unknown';
    case 'pending':
    case 'disputed':
      return sale.state;
    case 'failed':
    case 'unsent':
      return 'failed';
    case 'inquired':
    case 'expired':
      return 'inquired';
  }
}

function shopHead({ shop }: SlipSettings): ReceiptBlock[] {
  return [
    { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
    ...[shop.address, shop.phone]
      .filter((text) => text !== '')
      .map((text): ReceiptBlock => ({ type: 'centred', text })),
  ];
}

function saleHead(sale: Transaction, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const { day, time } = wallClock(Date.parse(sale.sentAt ?? sale.createdAt), settings.timeZone);
  return [
    { type: 'pair', label: words.date, value: `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}` },
    sale.receiptNo === null
      ? { type: 'pair', label: words.reference, value: sale.id.slice(-8).toUpperCase() }
      : { type: 'pair', label: words.receipt, value: sale.receiptNo },
    ...pair(words.providerId, sale.transactionId),
    ...pair(words.cashier, settings.cashier ?? null),
  ];
}

const numberLabel: Record<ProductKind, keyof SlipWords['customerNo']> = {
  phone: 'phone',
  'electricity-token': 'meter',
  'electricity-bill': 'customer',
  water: 'customer',
  internet: 'customer',
  health: 'membership',
  other: 'customer',
};

function what(sale: Transaction, kind: ProductKind, words: SlipWords): ReceiptBlock[] {
  return [
    { type: 'pair', label: words.product, value: sale.productName ?? sale.productCode },
    ...(said(sale.brand, [sale.productName]) ? [] : pair(words.provider, sale.brand)),
    ...(said(sale.category, [sale.productName, sale.brand]) ? [] : pair(words.category, sale.category)),
    { type: 'pair', label: words.customerNo[numberLabel[kind]], value: groupCustomerNo(sale.customerNo, '-') },
    ...pair(words.customerName, sale.customerName),
  ];
}

/** Whether every word of a name stands in the others already, in whatever capitals. */
function said(name: string | null, others: readonly (string | null)[]): boolean {
  const wordsOf = (text: string | null): string[] => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = new Set(others.flatMap(wordsOf));
  return wordsOf(name).every((word) => named.has(word));
}

function pair(label: string, value: string | null): ReceiptBlock[] {
  return value === null || value === '' ? [] : [{ type: 'pair', label, value }];
}

function serialNumber(sale: Transaction, kind: ProductKind, words: SlipWords): ReceiptBlock[] {
  if (sale.state !== 'success') return [];
  if (sale.sn === null) return [{ type: 'notice', text: isErased(sale) ? words.erased : words.snToFollow }, gap];
  const token = kind === 'electricity-token' ? electricityToken(sale.sn) : null;
  if (token) {
    const rest = sale.sn.split('/').slice(1).join('/');
    return [
      { type: 'sn', label: words.token, groups: [...token], token: true },
      ...(rest === '' ? [] : [{ type: 'centred' as const, text: rest }]),
      gap,
    ];
  }
  return [{ type: 'sn', label: words.sn, groups: [sale.sn], token: false }, gap];
}

function amounts(sale: Transaction, kind: ProductKind, words: SlipWords): ReceiptBlock[] {
  const details = sale.bill?.details ?? [];
  return [
    ...(sale.bill?.billSheet && sale.bill.billSheet > 1 ? pair(words.sheets, String(sale.bill.billSheet)) : []),
    ...periods(details, kind === 'health' ? words.contribution : words.bill, words),
    ...(sale.kind === 'postpaid' && details.length !== 0 ? amount(words.billTotal, billTotal(sale)) : []),
    ...(sale.fee ? amount(words.serviceFee, sale.fee) : []),
    ...(sale.total === null ? [] : [money(words.total, sale.total, true)]),
    ...amount(words.cash, sale.tendered),
    ...(sale.change === null ? [] : amount(words.change, sale.change)),
  ];
}

/** A line for each period's bill, and the admin of all in one: three years of bills would be twice as much paper otherwise. */
function periods(details: readonly BillPeriod[], bill: string, words: SlipWords): ReceiptBlock[] {
  const admins = details.map((period) => period.priceAdmin).filter((admin) => admin !== null);
  // A sum that leaves out what could not be read would be a wrong one: then each period says its own.
  const summed = details.length > 1 && admins.length === details.length;
  return [
    ...details.flatMap((period) => [
      ...amountOrNone(`${bill} ${period.period}`.trim(), period.billValue),
      ...(summed ? [] : amount(`${words.admin} ${details.length > 1 ? period.period : ''}`.trim(), period.priceAdmin)),
    ]),
    ...(summed ? adminSum(admins, words) : []),
  ];
}

function adminSum(admins: readonly number[], words: SlipWords): ReceiptBlock[] {
  const [first = 0] = admins;
  const each = admins.every((admin) => admin === first) ? formatRupiah(first) : null;
  return amount(
    words.adminOf(admins.length, each),
    admins.reduce((sum, admin) => sum + admin, 0),
  );
}

/** What the customer paid for the bill itself; the provider's own figure may differ, and is flagged, not printed. */
function billTotal(sale: Transaction): number | null {
  return sale.total === null ? null : sale.total - (sale.fee ?? 0);
}

function amount(label: string, value: number | null): ReceiptBlock[] {
  return value === null ? [] : [money(label, value, false)];
}

/** A period stands on the slip even where the provider's amount could not be read. */
function amountOrNone(label: string, value: number | null): ReceiptBlock[] {
  return value === null ? [{ type: 'amount', label, value: '-', strong: false }] : amount(label, value);
}

function money(label: string, value: number, strong: boolean): ReceiptBlock {
  return { type: 'amount', label, value: formatRupiah(value), strong };
}

function closing(sale: Transaction, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const proven = sale.state === 'success' && !settings.training;
  return [
    ...(proven
      ? [
          { type: 'centred' as const, text: words.proof, strong: true as const },
          { type: 'centred' as const, text: words.keep },
        ]
      : []),
    ...(settings.shop.footer === '' ? [] : [{ type: 'centred' as const, text: settings.shop.footer }]),
    ...(settings.training ? [gap, { type: 'notice' as const, text: words.training }] : []),
  ];
}

function proof(sale: Transaction, settings: SlipSettings): ReceiptBlock[] {
  return sale.state === 'success' && settings.proof ? [gap, { type: 'qr', text: settings.proof }] : [];
}

import { groupCustomerNo } from '../customer-no.ts';
import { formatRupiah } from '../money.ts';
import { type ProductKind, productKind } from '../product-kind.ts';
import { electricityToken } from '../sn.ts';
import type { Transaction } from '../transaction.ts';
import { wallClock } from '../zone.ts';
import type { ReceiptBlock, ReceiptDoc } from './doc.ts';
import { type SlipWords, slipWords } from './words.ts';

export interface SlipSettings {
  language: 'id' | 'en';
  timeZone: string;
  shop: { name: string; address: string; phone: string; footer: string };
  training: boolean;
  /** 1 is the original; above it the slip says which copy it is */
  copy: number;
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
  return {
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
      ...amounts(sale, words),
      gap,
      ...closing(sale, settings, words),
      ...proof(sale, settings),
    ],
  };
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
    ...(saysBrand(sale.productName, sale.brand) ? [] : pair(words.provider, sale.brand)),
    { type: 'pair', label: words.customerNo[numberLabel[kind]], value: groupCustomerNo(sale.customerNo, '-') },
    ...pair(words.customerName, sale.customerName),
  ];
}

/** Whether every word of the brand stands in the product's name already, in whatever capitals. */
function saysBrand(productName: string | null, brand: string | null): boolean {
  const wordsOf = (text: string | null): string[] => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = new Set(wordsOf(productName));
  return wordsOf(brand).every((word) => named.has(word));
}

function pair(label: string, value: string | null): ReceiptBlock[] {
  return value === null || value === '' ? [] : [{ type: 'pair', label, value }];
}

function serialNumber(sale: Transaction, kind: ProductKind, words: SlipWords): ReceiptBlock[] {
  if (sale.state !== 'success') return [];
  if (sale.sn === null) return [{ type: 'notice', text: words.snToFollow }, gap];
  const token = kind === 'electricity-token' ? electricityToken(sale.sn) : null;
  if (token) {
    const rest = sale.sn.split('/').slice(1).join('/');
    return [
      { type: 'sn', label: words.token, groups: [...token], token: true },
      ...(rest === '' ? [] : [{ type: 'paragraph' as const, text: rest }]),
      gap,
    ];
  }
  return [{ type: 'sn', label: words.sn, groups: [sale.sn], token: false }, gap];
}

function amounts(sale: Transaction, words: SlipWords): ReceiptBlock[] {
  const details = sale.bill?.details ?? [];
  return [
    ...details.flatMap((period) => [
      ...amount(`${words.bill} ${period.period}`.trim(), period.billValue),
      ...amount(`${words.admin} ${details.length > 1 ? period.period : ''}`.trim(), period.priceAdmin),
    ]),
    ...(sale.bill?.billSheet && sale.bill.billSheet > 1 ? pair(words.sheets, String(sale.bill.billSheet)) : []),
    ...(sale.kind === 'postpaid' && details.length !== 0 ? amount(words.billTotal, billTotal(sale)) : []),
    ...(sale.fee ? amount(words.serviceFee, sale.fee) : []),
    ...(sale.total === null ? [] : [money(words.total, sale.total, true)]),
    ...amount(words.cash, sale.tendered),
    ...(sale.change === null ? [] : amount(words.change, sale.change)),
  ];
}

/** What the customer paid for the bill itself; the provider's own figure may differ, and is flagged, not printed. */
function billTotal(sale: Transaction): number | null {
  return sale.total === null ? null : sale.total - (sale.fee ?? 0);
}

function amount(label: string, value: number | null): ReceiptBlock[] {
  return value === null ? [] : [money(label, value, false)];
}

function money(label: string, value: number, strong: boolean): ReceiptBlock {
  return { type: 'amount', label, value: formatRupiah(value), strong };
}

function closing(sale: Transaction, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const proven = sale.state === 'success' && !settings.training;
  return [
    ...(proven
      ? [
          { type: 'centred' as const, text: words.proof },
          { type: 'centred' as const, text: words.keep },
        ]
      : []),
    ...(settings.shop.footer === '' ? [] : [{ type: 'centred' as const, text: settings.shop.footer }]),
    ...(settings.training ? [{ type: 'notice' as const, text: words.training }] : []),
  ];
}

function proof(sale: Transaction, settings: SlipSettings): ReceiptBlock[] {
  return sale.state === 'success' && settings.proof ? [gap, { type: 'qr', text: settings.proof }] : [];
}

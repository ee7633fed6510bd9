import { billTotal, handBack, moneyReturned, paidByMethod, tabOwed } from '../cash.ts';
import { groupCustomerNo } from '../customer-no.ts';
import { electricityToken, readToken, type TokenParts } from '../electricity-token.ts';
import { isErased } from '../erasure.ts';
import { formatRupiah } from '../money.ts';
import { type ProductKind, productKind, soldAs } from '../product-names.ts';
import { type BillPeriod, type FieldWith, fieldsWith, type Transaction } from '../transaction.ts';
import { writtenTime } from '../zone.ts';
import { gap, money, notice, type ReceiptBlock, type ReceiptDoc, stampDuty, visibleSlip } from './doc.ts';
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
  /** the name of who owes what is on the tab; left out or null, the slip names no person */
  debtor?: string | null;
  /** what the QR of a success holds: see proofLink; left out or null, there is no QR */
  proof?: string | null;
}

/** The fields that a slip may depend on, as `saleFields` has it. */
type SlipSale = Pick<Transaction, FieldWith<'slip', Section | 'part'>>;
type Section = 'head' | 'product' | 'sn' | 'amounts';

interface SlipContext {
  kind: ProductKind;
  timeZone: string;
  words: SlipWords;
}

/** The lines of each field, in their order within its section. */
const linesOf: Readonly<
  Record<FieldWith<'slip', Section>, (sale: SlipSale, context: SlipContext) => readonly ReceiptBlock[]>
> = {
  sentAt: (sale, { timeZone, words }) => pair(words.date, writtenTime(sale.sentAt ?? sale.createdAt, timeZone)),
  receiptNo: (sale, { words }) => {
    const [label, value] = reference(sale, words);
    return pair(label, value);
  },
  transactionId: (sale, { words }) => pair(words.providerId, sale.transactionId),
  productName: (sale, { words }) => [
    { type: 'pair', label: words.product, value: sale.productName ?? sale.productCode },
  ],
  brand: (sale, { words }) => (isMentioned(sale.brand, [sale.productName]) ? [] : pair(words.provider, sale.brand)),
  category: (sale, { words }) =>
    isMentioned(sale.category, [sale.productName, sale.brand])
      ? []
      : pair(words.category, sale.category && words.categoryName(sale.category)),
  customerNo: (sale, { kind, words }) => [
    {
      type: 'pair',
      label: words.customerNo[numberLabel[kind]],
      value: groupCustomerNo(sale.customerNo, '-'),
    },
  ],
  customerName: (sale, { words }) => pair(words.customerName, sale.customerName),
  sn: serialNumber,
  bill: (sale, { kind, words }) => {
    const details = sale.bill?.details ?? [];
    return [
      ...(sale.bill?.billSheet && sale.bill.billSheet > 1 ? pair(words.sheets, String(sale.bill.billSheet)) : []),
      ...periods(details, kind === 'health' ? words.contribution : words.bill, words),
      // The provider's own figure may differ, and is flagged, not printed.
      ...(sale.kind === 'postpaid' && details.length !== 0 ? amount(words.billTotal, billTotal(sale)) : []),
    ];
  },
  fee: (sale, { words }) => (sale.fee ? amount(words.serviceFee, sale.fee) : []),
  total: (sale, { kind, words }) => {
    if (sale.total === null) return [];
    // The customer looks for the token first, and on a slip that proves nothing for what becomes of the money.
    const first = sale.state === 'success' && !(kind === 'electricity-token' && electricityToken(sale.sn));
    return [{ ...money(words.total, sale.total, true), ...(first ? { largest: true as const } : {}) }];
  },
  payments: (sale, { words }) => sale.payments.map(({ method, amount }) => money(words.paid[method], amount, false)),
  tendered: (sale, { words }) => amount(words.cash, sale.tendered),
  change: (sale, { words }) => amount(words.change, sale.change),
};

/** The number by which a sale is found again, with its label. */
function reference({ receiptNo, id }: SlipSale, words: SlipWords): readonly [label: string, value: string] {
  return receiptNo === null ? [words.reference, id.slice(-8).toUpperCase()] : [words.receipt, receiptNo];
}

/**
 * The slip of a sale: shop, what it is, what and for whom, the serial number, the amounts, then the words. It holds only what
 * the interface and the shop have said; "proof" stands on it only when the sale succeeded.
 */
export function buildSlip(sale: SlipSale, settings: SlipSettings): ReceiptDoc {
  const words = slipWords(settings.language);
  const context = { kind: productKind(sale), timeZone: settings.timeZone, words };
  const section = (name: Section): ReceiptBlock[] => {
    const fields: ReadonlySet<string> = new Set(fieldsWith('slip', [name]));
    return Object.entries(linesOf).flatMap(([field, lines]) => (fields.has(field) ? lines(sale, context) : []));
  };
  return visibleSlip({
    language: settings.language,
    blocks: [
      ...warnings(sale, settings, words),
      ...shopHead(settings),
      gap,
      ...title(sale, words),
      ...section('head'),
      ...pair(words.cashier, settings.cashier ?? null),
      gap,
      ...section('product'),
      gap,
      ...section('sn'),
      ...section('amounts'),
      gap,
      ...unpaid(sale, settings, words),
      ...moneyOfNoSuccess(sale, settings, words),
      ...closing(sale, settings, words),
      ...proof(sale, settings, words),
    ],
  });
}

function warnings(sale: SlipSale, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const notices: string[] = [];
  if (settings.training) notices.push(words.training);
  const doubt = notProven(sale);
  if (doubt) notices.push(words.notAProof[doubt]);
  if (settings.copy > 1) notices.push(words.copy(settings.copy));
  return notices.flatMap((text): ReceiptBlock[] => [{ type: 'notice', text }, gap]);
}

function notProven(sale: SlipSale): keyof SlipWords['notAProof'] | null {
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

/** Whose paper it is. */
export function shopHead({ shop }: Pick<SlipSettings, 'shop'>): ReceiptBlock[] {
  return [
    { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
    ...[shop.address, shop.phone]
      .filter((text) => text !== '')
      .map((text): ReceiptBlock => ({ type: 'centred', text })),
  ];
}

/** A paper of the shop that is no receipt: whose and what it is, and while training a warning around it. */
export function shopPaper(
  title: string,
  body: readonly ReceiptBlock[],
  { language, shop, training }: Pick<SlipSettings, 'language' | 'shop' | 'training'>,
): ReceiptDoc {
  const warning = notice(slipWords(language).training);
  return visibleSlip({
    language,
    blocks: [
      ...(training ? [warning, gap] : []),
      ...shopHead({ shop }),
      gap,
      { type: 'centred', text: title, strong: true },
      ...body,
      ...(training ? [gap, warning] : []),
    ],
  });
}

function title(sale: SlipSale, words: SlipWords): ReceiptBlock[] {
  const is = sale.state === 'success' ? 'receipt' : notProven(sale) === 'inquired' ? 'inquiry' : 'sale';
  const text = words.title[is](soldAs(sale));
  return [{ type: 'centred', text, strong: true }, gap];
}

/** What becomes of the customer's money, and whom to ask. Nothing of an unpaid bill. */
function moneyOfNoSuccess(sale: SlipSale, { shop, timeZone }: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const doubt = notProven(sale);
  if (doubt === null || doubt === 'inquired') return [];
  const paragraph = (text: string): ReceiptBlock => ({ type: 'paragraph', text });
  const enquiry = paragraph(words.enquiry(shop.phone, reference(sale, words).join(' ')));
  const returned = moneyReturned(sale);
  if (sale.cashReturnedAt !== null && returned > 0) {
    const at = writtenTime(sale.cashReturnedAt, timeZone);
    return [largest(words.money.returned, returned), paragraph(words.money.returnedAt(at)), enquiry, gap];
  }
  if (doubt !== 'failed') return [paragraph(words.money[doubt === 'pending' ? 'pending' : 'unknown']), enquiry, gap];
  const back = handBack(sale);
  return [
    ...(back === null
      ? []
      : [largest(words.money.toReturn, back.sum), paragraph(words.money.askForReturn(back.includesChange))]),
    ...(paidByMethod(sale).tab > 0 ? [paragraph(words.money.tabLapsed)] : []),
    enquiry,
    gap,
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

/** Whether every word of a name stands in the others already, in whatever capitals. */
function isMentioned(name: string | null, others: readonly (string | null)[]): boolean {
  const wordsOf = (text: string | null): string[] => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = new Set(others.flatMap(wordsOf));
  return wordsOf(name).every((word) => named.has(word));
}

function pair(label: string, value: string | null): ReceiptBlock[] {
  return value === null || value === '' ? [] : [{ type: 'pair', label, value }];
}

function serialNumber(sale: SlipSale, { kind, words }: SlipContext): ReceiptBlock[] {
  if (sale.state !== 'success') return [];
  if (sale.sn === null) return [{ type: 'notice', text: isErased(sale) ? words.erased : words.snToFollow }, gap];
  const token = kind === 'electricity-token' ? readToken(sale.sn) : null;
  if (token) {
    const beside = besideToken(token, sale.customerName, words);
    return [
      { type: 'sn', label: words.token, groups: [...token.groups], token: true },
      ...beside,
      { type: 'paragraph', text: words.useToken },
      gap,
    ];
  }
  const label = sale.kind === 'postpaid' ? words.billReference : words.sn;
  return [{ type: 'sn', label, groups: [sale.sn], token: false }, gap];
}

/** What stands beside a token's digits: with labels where its shape is known, else as it came. */
function besideToken({ details, rest }: TokenParts, customerName: string | null, words: SlipWords): ReceiptBlock[] {
  if (details === null) return rest === '' ? [] : [{ type: 'centred', text: rest }];
  return [
    ...(customerName?.trim() === details.name ? [] : pair(words.customerName, details.name)),
    ...pair(words.tariff, details.tariff),
    ...pair(words.energy, details.energy),
  ];
}

/** A line for each period's bill, and the admin of all in one: three years of bills would be twice as much paper otherwise. */
function periods(details: readonly BillPeriod[], bill: string, words: SlipWords): ReceiptBlock[] {
  const admins = details.map((period) => period.priceAdmin).filter((admin) => admin !== null);
  // A sum that leaves out what could not be read would be a wrong one: then each period says its own.
  const summed = details.length > 1 && admins.length === details.length;
  return [
    ...details.flatMap(({ period, billValue, priceAdmin }) => {
      const name = words.periodName(period);
      return [
        ...amountOrNone(`${bill} ${name}`.trim(), billValue),
        ...(summed ? [] : amount(`${words.admin} ${details.length > 1 ? name : ''}`.trim(), priceAdmin)),
      ];
    }),
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

function amount(label: string, value: number | null): ReceiptBlock[] {
  return value === null ? [] : [money(label, value)];
}

/** A period stands on the slip even where the provider's amount could not be read. */
function amountOrNone(label: string, value: number | null): ReceiptBlock[] {
  return value === null ? [{ type: 'amount', label, value: '-', strong: false }] : amount(label, value);
}

const largest = (label: string, value: number): ReceiptBlock => ({ ...money(label, value, true), largest: true });

/** What is left on the tab, and whose it is: the slip proves the sale, and no payment. */
function unpaid(sale: SlipSale, { debtor = null }: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const owed = tabOwed(sale);
  if (owed === 0) return [];
  return [
    { type: 'centred', text: words.unpaid, strong: true },
    { type: 'centred', text: words.owed(formatRupiah(owed), debtor) },
    gap,
  ];
}

function closing(sale: SlipSale, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  const proven = sale.state === 'success' && !settings.training;
  const isPaid = tabOwed(sale) === 0;
  return [
    ...(proven
      ? [{ type: 'centred' as const, text: isPaid ? words.proof : words.proofOfSale, strong: true as const }]
      : []),
    ...(proven && isPaid ? [{ type: 'centred' as const, text: words.keep }] : []),
    // A copy acknowledges nothing once more.
    ...(proven && isPaid && settings.copy === 1 ? stampDuty(sale.total, words) : []),
    ...(settings.shop.footer === '' ? [] : [{ type: 'centred' as const, text: settings.shop.footer }]),
    ...(settings.training ? [gap, { type: 'notice' as const, text: words.training }] : []),
  ];
}

function proof(sale: SlipSale, settings: SlipSettings, words: SlipWords): ReceiptBlock[] {
  if (sale.state !== 'success' || !settings.proof) return [];
  const caption = words.scan[settings.proof.startsWith('https:') ? 'page' : 'shop'];
  return [gap, { type: 'qr', text: settings.proof, caption }];
}

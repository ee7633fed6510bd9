import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { SlipSettings } from '../../../shared/domain/receipt/build.ts';
import type { ReceiptBlock, ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';

export interface SlipDraft {
  /** the product's name, or its code while that is all there is */
  product: string;
  customerNo: string;
  /** whole rupiah */
  total: number | null;
  tendered: number | null;
}

export interface DraftWords {
  mark: string;
  product: string;
  customerNo: string;
  total: string;
  cash: string;
  change: string;
}

/** The slip of a sale that has not been made yet: only what is known so far, and marked as nothing sold. */
export function draftSlip(draft: SlipDraft, settings: SlipSettings, words: DraftWords): ReceiptDoc {
  const { shop } = settings;
  const gap: ReceiptBlock = { type: 'gap' };
  const number = normaliseCustomerNo(draft.customerNo);
  const pair = (label: string, value: string): ReceiptBlock[] => [
    { type: 'pair', label, value: value === '' ? '…' : value },
  ];
  const amount = (label: string, value: number | null, strong = false): ReceiptBlock[] =>
    value === null ? [] : [{ type: 'amount', label, value: formatRupiah(value), strong }];
  return {
    language: settings.language,
    blocks: [
      { type: 'notice', text: words.mark },
      gap,
      { type: 'title', text: shop.name === '' ? 'Konter' : shop.name },
      ...[shop.address, shop.phone].filter(Boolean).map((text): ReceiptBlock => ({ type: 'centred', text })),
      gap,
      ...pair(words.product, draft.product),
      ...pair(words.customerNo, groupCustomerNo(number, '-')),
      gap,
      ...amount(words.total, draft.total, true),
      ...amount(words.cash, draft.tendered),
      ...(draft.total !== null && draft.tendered !== null && draft.tendered >= draft.total
        ? amount(words.change, draft.tendered - draft.total)
        : []),
    ],
  };
}

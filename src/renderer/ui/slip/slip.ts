import { useMemo } from 'react';
import { fail } from '../../../shared/contract/errors.ts';
import { cashPart, changeOf } from '../../../shared/domain/cash.ts';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { PaymentPart } from '../../../shared/domain/payment.ts';
import { buildSlip, type SlipSettings } from '../../../shared/domain/receipt/build.ts';
import type { ReceiptBlock, ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import { slipWords } from '../../../shared/domain/receipt/words.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call, useAnswer } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { usePrints, waitsForPaper } from '../../state/prints.ts';
import { useSettings } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';

/** The shop's settings that a slip needs; an empty shop while they are read. */
export function useSlipSettings(): SlipSettings {
  const settings = useSettings((state) => state.view?.settings);
  const training = useStatus((state) => state.status?.mode === 'training');
  return useMemo(
    () => ({
      language: settings?.language ?? 'id',
      timeZone: settings?.timeZone ?? 'Asia/Jakarta',
      shop: settings?.shop ?? { name: '', address: '', phone: '', footer: '' },
      training,
      copy: 1,
    }),
    [settings, training],
  );
}

/** What a text for a chat says of the shop. */
export function useSharePlace() {
  const { shop, timeZone: zone, language, training: isTraining } = useSlipSettings();
  return { shop: shop.name, zone, language, isTraining };
}

const preview = (id: string) => (id === '' ? nothingAsked : call('receipts.preview', { id }));
const nothingAsked = Promise.resolve(fail('not_found', 'There is no sale yet.'));

/**
 * The slip of a sale as main would print it now. Until main has answered, and while it cannot, it is built here from the
 * same blocks, so that nothing jumps.
 */
export function useSlip(sale: Transaction | null): ReceiptDoc | null {
  const settings = useSlipSettings();
  // A slip that waits is previewed as it is; once it is out, the next one is a copy.
  const waits = usePrints(({ byId }) => sale !== null && waitsForPaper(byId, sale.id));
  const version = useMemo(() => ({ sale, settings, waits }), [sale, settings, waits]);
  const loaded = useAnswer(preview, sale?.id ?? '', version);
  return useMemo(() => {
    if (!version.sale) return null;
    return loaded?.version === version && loaded.answer.ok
      ? loaded.answer.value.doc
      : buildSlip(version.sale, version.settings);
  }, [version, loaded]);
}

interface SlipDraft {
  /** the product's name, or its code while that is all there is */
  product: string;
  customerNo: string;
  /** whole rupiah */
  total: number | null;
  /** left out: all in cash */
  payments?: readonly PaymentPart[];
  tendered: number | null;
}

interface DraftWords {
  mark: string;
  product: string;
  customerNo: string;
  total: string;
  cash: string;
  change: string;
}

/** The slip of a sale that is not made yet: only the known facts, marked as nothing sold. */
export function draftSlip(draft: SlipDraft, settings: SlipSettings, words: DraftWords): ReceiptDoc {
  const { shop } = settings;
  const { payments = [] } = draft;
  const { paid } = slipWords(settings.language);
  const gap: ReceiptBlock = { type: 'gap' };
  const number = normaliseCustomerNo(draft.customerNo);
  const pair = (label: string, value: string): ReceiptBlock[] => [
    { type: 'pair', label, value: value === '' ? '…' : value },
  ];
  const amount = (label: string, value: number | null, largest = false): ReceiptBlock[] =>
    value === null
      ? []
      : [
          {
            type: 'amount',
            label,
            value: formatRupiah(value),
            strong: largest,
            ...(largest ? { largest: true as const } : {}),
          },
        ];
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
      ...payments.flatMap(({ method, amount: share }) => amount(paid[method], share)),
      ...amount(words.cash, draft.tendered),
      ...amount(words.change, changeOf(cashPart(draft.total, payments), draft.tendered)),
    ],
  };
}

export function useDraftWords(): DraftWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      mark: t('slip.draftMark'),
      product: t('slip.product'),
      customerNo: t('slip.customerNo'),
      total: t('slip.total'),
      cash: t('slip.cash'),
      change: t('slip.change'),
    }),
    [t],
  );
}

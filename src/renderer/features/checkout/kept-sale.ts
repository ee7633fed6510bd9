import { z } from 'zod';
import type { StoreApi } from 'zustand';
import { fail } from '../../../shared/contract/errors.ts';
import { ParkedDraft } from '../../../shared/contract/parking.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import { owesMoney } from '../../../shared/domain/cash.ts';
import { isUnresolved, type Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useOffers } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { isLocked, usePeople } from '../../state/people.ts';
import { navigate, useRouter } from '../../state/router.ts';
import { mergeSales, useSales } from '../../state/sales.ts';
import { useSettings } from '../../state/settings.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { type Checkout, isOpen, update, useCheckout } from './checkout-store.ts';
import { draftOf, isBlank, restore } from './parking.ts';
import { saleIdOf, saleOf } from './submission.ts';

/*
 * What a reload of the page must not lose: the sale that is typed, as parking keeps one (no price, no cost, no answer to a question), and
 * the sale that is being sent. The browser's session storage has it for this tab, one person and one mode.
 */

const key = 'konter.sale';

const StoredSales = z.strictObject({
  /** null: no person is set up */
  person: z.string().nullable(),
  mode: z.string(),
  route: z.enum(['sell', 'bills']),
  sales: z.array(
    z.strictObject({
      draft: ParkedDraft,
      /** it was on its way, or its result is open */
      sent: z.strictObject({ at: z.number(), saleId: z.string().nullable() }).nullable(),
    }),
  ),
});
type StoredSale = z.infer<typeof StoredSales>['sales'][number];

const personNow = (): string | null => usePeople.getState().state?.present?.id ?? null;
const modeNow = (): string => useSettings.getState().view?.mode ?? '';

/** A result is kept while money or its outcome is open; anything else has its receipt. */
const isOpenResult = (sale: Transaction | null): boolean =>
  sale !== null && (isUnresolved(sale.state) || owesMoney(sale));

function storedOf(checkout: Checkout): StoredSale[] {
  const { phase, submittedAt } = checkout;
  const isSent = phase === 'sending' || phase === 'result';
  if (isSent) {
    const sale = saleOf(checkout, useSales.getState().byId);
    if (phase === 'result' && !isOpenResult(sale)) return [];
    const saleId = sale?.id ?? saleIdOf(checkout);
    return [{ draft: withoutText(draftOf(checkout)), sent: { at: submittedAt, saleId } }];
  }
  const draft = withoutText(draftOf(checkout));
  return isBlank(checkout) || isEmpty(draft) ? [] : [{ draft, sent: null }];
}

/** Nothing of it is left to bring back. */
const isEmpty = ({ customerNo, productCode, text, left }: ParkedDraft): boolean =>
  customerNo === '' && productCode === '' && text === '' && Object.values(left).every((each) => each === '');

/** An amount that no notes and coins come to may be a PIN. */
const asCash = (amount: number | null): number | null => (amount !== null && amount % 100 === 0 ? amount : null);

/** Digits that Enter has not taken may be a PIN, and what is left in another field too. */
function withoutText(draft: ParkedDraft): ParkedDraft {
  const isPin = (text: string): boolean => Pin.safeParse(text.trim()).success && !/^(0|62)\d{9,}$/.test(text.trim());
  const left = Object.fromEntries(Object.entries(draft.left).filter(([, text]) => !isPin(text)));
  const isMoney = draft.step === 'price' || draft.step === 'tendered';
  const tendered = asCash(draft.tendered);
  return { ...draft, left, tendered, text: isMoney || isPin(draft.text) ? '' : draft.text };
}

function write(): void {
  const { order, bill } = useCheckout.getState();
  const sales = [...storedOf(order), ...storedOf(bill)];
  if (sales.length === 0) return window.sessionStorage.removeItem(key);
  const route = useRouter.getState().route === 'bills' ? 'bills' : 'sell';
  const stored = { person: personNow(), mode: modeNow(), route, sales } satisfies z.infer<typeof StoredSales>;
  window.sessionStorage.setItem(key, JSON.stringify(stored));
}

/** null: nothing is stored, or it is another person's or another mode's. */
function read(): z.infer<typeof StoredSales> | null {
  const text = window.sessionStorage.getItem(key);
  window.sessionStorage.removeItem(key);
  if (text === null) return null;
  try {
    const stored = StoredSales.safeParse(JSON.parse(text)).data;
    return stored?.person === personNow() && stored.mode === modeNow() ? stored : null;
  } catch {
    return null;
  }
}

/** Brings back what the last page of this tab had, and keeps it from now on. */
export async function startKeepingSales(): Promise<void> {
  await until(usePeople, (people) => !isLocked(people));
  await until(useSettings, ({ view }) => view !== null);
  const stored = read();
  useCheckout.subscribe(write);
  useSales.subscribe(write);
  useRouter.subscribe(write);
  // The next person's page begins without it; what stays on the screen is kept as theirs with the next change.
  dropOnPersonChange(() => window.sessionStorage.removeItem(key));
  if (stored) await bringBack(stored);
}

function until<T>(store: Pick<StoreApi<T>, 'getState' | 'subscribe'>, holds: (state: T) => boolean): Promise<void> {
  if (holds(store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (!holds(state)) return;
      stop();
      resolve();
    });
  });
}

async function bringBack(stored: z.infer<typeof StoredSales>): Promise<void> {
  // Else each product would be looked up at the provider.
  await until(useOffers, ({ offers }) => offers !== null);
  const { route } = useRouter.getState();
  for (const sale of stored.sales) await (sale.sent ? follow(sale, sale.sent) : restore(sale.draft));
  navigate(route === 'sell' ? stored.route : route);
}

/** Main writes a sale down within its limits for relay and provider, or refuses it. */
const maxWaitMs = 20_000;

/** Shows a sale that was on its way: nothing is sent, main's events say what becomes of it. */
async function follow({ draft }: StoredSale, { at, saleId }: NonNullable<StoredSale['sent']>): Promise<void> {
  const { kind } = draft;
  // Another sale was sent meanwhile: this one stands in Receipts.
  if (!isOpen(useCheckout.getState()[kind])) return;
  await restore(draft);
  const { draft: typed } = useCheckout.getState()[kind];
  update(kind, { phase: 'sending', text: '', draft: typed, submittedAt: at, saleId, error: null });
  const id = saleId ?? ('saleId' in draft ? draft.saleId : null);
  const answer =
    id === null
      ? await call('transactions.search', { text: draft.customerNo, limit: 5 })
      : await call('transactions.get', { id });
  if (answer.ok) mergeSales('items' in answer.value ? answer.value.items : [answer.value]);
  settleWhenKnown(kind, at);
}

function settleWhenKnown(kind: CheckoutKind, at: number): void {
  const isFollowed = (): boolean => {
    const { phase, submittedAt } = useCheckout.getState()[kind];
    return phase === 'sending' && submittedAt === at;
  };
  const settle = (): boolean => {
    const sale = saleOf(useCheckout.getState()[kind], useSales.getState().byId);
    const isKnown = sale !== null && sale.state !== 'sending' && sale.state !== 'inquired';
    if (isKnown && isFollowed()) update(kind, { phase: 'result', saleId: sale.id });
    return isKnown || !isFollowed();
  };
  if (settle()) return;
  const stop = useSales.subscribe(() => {
    if (settle()) stop();
  });
  window.setTimeout(() => {
    stop();
    if (!isFollowed()) return;
    const sale = saleOf(useCheckout.getState()[kind], useSales.getState().byId);
    const { error } = fail('internal', 'The answer went to the page before.', { reason: 'host_gone' });
    update(kind, { phase: 'result', saleId: sale?.id ?? null, error: sale ? null : error });
  }, maxWaitMs);
}

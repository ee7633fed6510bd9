import type { DisplayScene, DisplayScreen } from '../../shared/contract/display.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { cashPart, changeOf } from '../../shared/domain/cash.ts';
import type { DisplayResult, DisplaySale, DisplayView } from '../../shared/domain/display.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import type { PaymentPart } from '../../shared/domain/payment.ts';
import { qrisToPay } from '../../shared/domain/qris.ts';
import type { Transaction, TransactionState } from '../../shared/domain/transaction.ts';
import type { Clock } from '../base/system.ts';

/** A draft's number is cleared when the cashier does not continue. */
const draftMs = 3 * 60_000;
/** A sale without a result, or one that its customer is paying by QRIS, is cleared after this time. */
const waitMs = 10 * 60_000;

interface DisplayDeps {
  clock: Clock;
  settings(): Pick<Settings, 'language' | 'theme' | 'shop' | 'display' | 'qris'>;
  training(): boolean;
  find(id: string): Promise<Transaction | null>;
  /** the proof on the sale's slip; null if there is none */
  proofOf(sale: Transaction): Promise<string | null>;
}

/** The customer display's content: one sale at a time, cleared as soon as possible. */
export interface CustomerDisplayService {
  /** @returns false if there is no such sale; then nothing changes */
  show(scene: DisplayScene): Promise<boolean>;
  onEvent(event: KonterEvent): void;
  view(): DisplayView;
  subscribe(listener: (view: DisplayView) => void): () => void;
  /** Call after a change of settings or mode. */
  refresh(): void;
  stop(): void;
}

/** The shop's code is added when the view is drawn: it is the one in force. */
type Drawn = Omit<DisplaySale, 'qris'>;

interface Shown {
  /** null: not a sale yet */
  id: string | null;
  sale: Drawn;
  about: About;
}

/** What only the cashier's page knows of a sale that is not sent yet. */
interface About {
  payments: PaymentPart[];
  tendered: number | null;
  qrisDue?: number | undefined;
  asking: boolean;
}

export function openCustomerDisplay(deps: DisplayDeps): CustomerDisplayService {
  const { clock, settings } = deps;
  const listeners = new Set<(view: DisplayView) => void>();
  let shown: Shown | null = null;
  /** the last sale whose result was shown and cleared; it is not shown again when the cashier opens it */
  let clearedSale: string | null = null;
  /** incremented by each request; results of older ones are dropped */
  let generation = 0;
  /** the sale of the last event; it may be newer than the one being read */
  let latest: Transaction | null = null;
  let clearing: AbortController | null = null;

  const view = (): DisplayView => {
    const { language, theme, shop, qris } = settings();
    const training = deps.training();
    const due = shown?.sale.asking === true ? (shown.about.qrisDue ?? null) : null;
    const sale = shown && { ...shown.sale, qris: due === null ? null : qrisToPay(qris, due, training) };
    return { language, theme, shop: shop.name, training, sale };
  };
  const publish = (): void => {
    const now = view();
    for (const listener of listeners) listener(now);
  };
  const clearIn = (ms: number): void => {
    clearing?.abort();
    const mine = new AbortController();
    clearing = mine;
    void clock.sleep(ms, mine.signal).then(() => (mine.signal.aborted ? undefined : clear()));
  };
  const clear = (): void => {
    clearing?.abort();
    clearing = null;
    generation += 1;
    if (shown === null) return;
    if (shown.id !== null && isFinal(shown.sale)) clearedSale = shown.id;
    shown = null;
    publish();
  };
  const clearSoon = (): void => clearIn(settings().display.clearSeconds * 1000);
  const put = (next: Shown): void => {
    const before = shown;
    shown = next;
    if (next.id === null) clearIn(next.about.qrisDue === undefined ? draftMs : waitMs);
    else if (!isFinal(next.sale)) {
      if (before?.id !== next.id) clearIn(waitMs);
    } else if (before?.id !== next.id || !isFinal(before.sale)) clearSoon();
    publish();
  };
  const putSale = async (sale: Transaction, about: Shown['about']): Promise<void> => {
    const proof = shown?.id === sale.id ? shown.sale.proof : null;
    const drawn = saleOnDisplay(sale, about);
    put({ id: sale.id, about, sale: drawn.result === 'success' ? { ...drawn, proof } : drawn });
    if (drawn.result !== 'success' || proof !== null) return;
    const made = await deps.proofOf(sale);
    if (shown?.id !== sale.id || shown.sale.result !== 'success' || made === null) return;
    shown = { ...shown, sale: { ...shown.sale, proof: made } };
    publish();
  };

  return {
    async show(scene) {
      if (!settings().display.on) return true;
      generation += 1;
      const mine = generation;
      if (scene.kind === 'idle') {
        // An unsent draft is cleared at once; a result stays readable for a while.
        if (shown?.id === null || shown?.sale.result === null) clear();
        else if (shown !== null && !isFinal(shown.sale)) clearSoon();
        return true;
      }
      if (scene.kind !== 'sale') {
        const about = scene.kind === 'draft' ? scene : testOnDisplay;
        const sale = scene.kind === 'draft' ? draftOnDisplay(scene) : testOnDisplay;
        put({ id: null, about: aboutOf(about), sale });
        if (scene.kind === 'test') clearSoon();
        return true;
      }
      const { id } = scene;
      const found = await deps.find(id);
      const sale = latest?.id === id && latest.revision > (found?.revision ?? 0) ? latest : found;
      if (sale === null || isErased(sale)) return false;
      if (mine !== generation || clearedSale === id) return true;
      await putSale(sale, aboutOf(scene));
      return true;
    },
    onEvent(event) {
      if (event.type === 'reload') clear();
      if (event.type === 'transaction') latest = event.transaction;
      if (event.type !== 'transaction' || shown === null || shown.id !== event.transaction.id) return;
      if (isErased(event.transaction)) clear();
      else void putSale(event.transaction, shown.about).catch(() => undefined);
    },
    view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh() {
      if (!settings().display.on) clear();
      publish();
    },
    stop() {
      clearing?.abort();
      listeners.clear();
    },
  };
}

/** The host's part of the customer's display. */
export interface DisplayHost {
  /** whether the host opens a window, or a browser opens a page */
  readonly via: 'window' | 'page';
  isOpen(): boolean;
  /** where the host can open the window; empty if a browser opens it */
  screens(): DisplayScreen[];
  /** a single-use address on this machine; null if the host opens the window */
  link(): string | null;
}

const results: Readonly<Record<TransactionState, DisplayResult | null>> = {
  inquired: null,
  expired: null,
  sending: 'sending',
  pending: 'pending',
  success: 'success',
  failed: 'failed',
  unsent: 'failed',
  unknown: 'unsure',
  disputed: 'unsure',
};

/** The sale has ended for the customer. */
const isFinal = ({ result }: Drawn): boolean => result === 'success' || result === 'failed';

type AboutGiven = Omit<About, 'payments'> & { payments?: PaymentPart[] | undefined };

const aboutOf = ({ payments = [], tendered, qrisDue, asking }: AboutGiven): About => ({
  payments,
  tendered,
  qrisDue,
  asking,
});

/** A sale as its customer may see it. @param about of a bill that is not paid yet */
function saleOnDisplay(sale: Transaction, about: About): Drawn {
  const result = results[sale.state];
  const paid = sale.payments.map(({ method, amount }) => ({ method, amount }));
  const payments = result === null ? about.payments : paid;
  const cash = cashPart(sale.total, payments);
  const tendered = result === null ? tenderedBefore(about, cash) : sale.tendered;
  return {
    product: truncate(sale.productName ?? sale.productCode),
    customerNo: sale.customerNo.slice(0, 64),
    // The name helps to confirm the sale; afterwards it is hidden from the queue.
    customerName: result === null ? truncate(sale.customerName) : null,
    total: sale.total,
    payments,
    tendered,
    change: result === null ? changeOf(cash, tendered) : sale.change,
    asking: about.asking && result === null,
    result,
    proof: null,
  };
}

/** Once the sale is read back, an amount that was left empty is the exact one. @param cash the part that is paid in cash */
function tenderedBefore({ tendered, asking }: Pick<About, 'tendered' | 'asking'>, cash: number | null): number | null {
  return asking ? (tendered ?? cash) : tendered;
}

/** The sale that the cashier is entering. */
function draftOnDisplay(draft: Extract<DisplayScene, { kind: 'draft' }>): Drawn {
  const { product, customerNo, total, payments = [], asking } = draft;
  const cash = cashPart(total, payments);
  const tendered = tenderedBefore(draft, cash);
  const change = changeOf(cash, tendered);
  const number = customerNo === '' ? null : customerNo;
  return { ...emptySale, product, customerNo: number, total, payments, tendered, change, asking };
}

const emptySale = { customerName: null, result: null, proof: null } as const;

/** Obviously invented, and no success. */
const testOnDisplay: Drawn = {
  ...emptySale,
  product: 'Contoh 10.000',
  customerNo: '081234567890',
  total: 12_000,
  payments: [],
  tendered: 20_000,
  change: 8000,
  asking: true,
};

const truncate = (text: string | null): string | null => text?.slice(0, 120) ?? null;

/** display.*; @param host null: this host has no place for it */
export function displayHandlers(parts: {
  display: CustomerDisplayService;
  displayHost: DisplayHost | null;
}): HandlersOf<'display'> {
  const { display, displayHost: host } = parts;
  return {
    async 'display.show'(scene) {
      return (await display.show(scene)) ? ok({}) : fail('not_found', 'There is no such sale.');
    },
    async 'display.preview'() {
      const view = display.view();
      if (host === null) return ok({ via: 'none', open: false, screens: [], view });
      return ok({ via: host.via, open: host.isOpen(), screens: host.screens(), view });
    },
    async 'display.link'() {
      const url = host?.link() ?? null;
      return url === null ? fail('not_found', 'No browser opens the display here.') : ok({ url });
    },
  };
}

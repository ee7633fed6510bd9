import type { Batch } from '../../shared/contract/batches.ts';
import type { DisplayScene, DisplayScreen } from '../../shared/contract/display.ts';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { cashPart, changeOf, handBack, handBackTogether } from '../../shared/domain/cash.ts';
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
  findBatch(id: string): Promise<Batch | null>;
  /** the proof on the sale's slip; null if there is none */
  proofOf(sale: Transaction): Promise<string | null>;
}

/** The shop's code is added when the view is drawn: it is the one in force. */
type Drawn = Omit<DisplaySale, 'qris'>;

interface DisplayedSale {
  /** null: not a sale yet */
  id: string | null;
  sale: Drawn;
  about: About;
  /** of a batch: the ids of its sales */
  lines?: readonly string[];
}

/** What only the cashier's page knows of a sale that is not sent yet. */
interface About {
  payments: PaymentPart[];
  tendered: number | null;
  qrisDue?: number | undefined;
  asking: boolean;
}

/** The customer display's content: one sale at a time, cleared as soon as possible. */
export class CustomerDisplayService {
  readonly #deps: DisplayDeps;
  readonly #listeners = new Set<(view: DisplayView) => void>();
  #current: DisplayedSale | null = null;
  /** the last sale whose result was shown and cleared; it is not shown again when the cashier opens it */
  #clearedSale: string | null = null;
  /** incremented by each request; results of older ones are dropped */
  #generation = 0;
  /** the sale of the last event; it may be newer than the one being read */
  #latest: Transaction | null = null;
  #clearing: AbortController | null = null;

  constructor(deps: DisplayDeps) {
    this.#deps = deps;
  }

  view(): DisplayView {
    const { language, theme, shop, qris } = this.#deps.settings();
    const training = this.#deps.training();
    const current = this.#current;
    const due = current?.sale.asking === true ? (current.about.qrisDue ?? null) : null;
    const sale = current && { ...current.sale, qris: due === null ? null : qrisToPay(qris, due, training) };
    return { language, theme, shop: shop.name, training, sale };
  }

  subscribe(listener: (view: DisplayView) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @returns false if there is no such sale; then nothing changes */
  async show(scene: DisplayScene): Promise<boolean> {
    if (!this.#deps.settings().display.on) return true;
    this.#generation += 1;
    const mine = this.#generation;
    if (scene.kind === 'idle') this.#showNone();
    else if (scene.kind === 'sale') return this.#showSale(scene, mine);
    else if (scene.kind === 'batch') return this.#showBatch(scene.id, mine);
    else {
      const about = scene.kind === 'draft' ? scene : testOnDisplay;
      const { language } = this.#deps.settings();
      const sale = scene.kind === 'draft' ? draftOnDisplay(scene, language) : testOnDisplay;
      this.#put({ id: null, about: aboutOf(about), sale });
      if (scene.kind === 'test') this.#clearSoon();
    }
    return true;
  }

  onEvent(event: KonterEvent): void {
    if (event.type === 'reload') this.#clear();
    if (event.type === 'transaction') this.#latest = event.transaction;
    const current = this.#current;
    if (event.type === 'batch' && current?.id === event.batch.id) this.#putBatch(event.batch);
    // A result that comes later is an event of its sale alone.
    if (event.type === 'transaction' && current?.id && current.lines?.includes(event.transaction.id))
      void this.#showBatch(current.id, this.#generation).catch(() => undefined);
    if (event.type !== 'transaction' || current === null || current.id !== event.transaction.id) return;
    if (isErased(event.transaction)) this.#clear();
    else void this.#putSale(event.transaction, current.about).catch(() => undefined);
  }

  /** Call after a change of settings or mode. */
  refresh(): void {
    if (!this.#deps.settings().display.on) this.#clear();
    this.#publish();
  }

  stop(): void {
    this.#clearing?.abort();
    this.#listeners.clear();
  }

  /** An unsent draft is cleared at once; a result stays readable for a while. */
  #showNone(): void {
    const current = this.#current;
    if (current?.id === null || current?.sale.result === null) this.#clear();
    else if (current !== null && !isFinal(current.sale)) this.#clearSoon();
  }

  async #showSale(scene: Extract<DisplayScene, { kind: 'sale' }>, generation: number): Promise<boolean> {
    const { id } = scene;
    const record = await this.#deps.find(id);
    const latest = this.#latest;
    const sale = latest?.id === id && latest.revision > (record?.revision ?? 0) ? latest : record;
    if (sale === null || isErased(sale)) return false;
    if (generation !== this.#generation || this.#clearedSale === id) return true;
    await this.#putSale(sale, aboutOf(scene));
    return true;
  }

  async #showBatch(id: string, generation: number): Promise<boolean> {
    const batch = await this.#deps.findBatch(id);
    if (batch === null) return false;
    if (generation === this.#generation && this.#clearedSale !== id) this.#putBatch(batch);
    return true;
  }

  #putBatch(batch: Batch): void {
    const sale = batchOnDisplay(batch, this.#deps.settings().language);
    const lines = batch.lines.map((line) => line.sale.id);
    this.#put({ id: batch.id, about: aboutOf({ tendered: batch.tendered, asking: false }), sale, lines });
  }

  async #putSale(sale: Transaction, about: About): Promise<void> {
    const proof = this.#current?.id === sale.id ? this.#current.sale.proof : null;
    const drawn = saleOnDisplay(sale, about);
    this.#put({ id: sale.id, about, sale: drawn.result === 'success' ? { ...drawn, proof } : drawn });
    if (drawn.result !== 'success' || proof !== null) return;
    const newProof = await this.#deps.proofOf(sale);
    const current = this.#current;
    if (current?.id !== sale.id || current.sale.result !== 'success' || newProof === null) return;
    this.#current = { ...current, sale: { ...current.sale, proof: newProof } };
    this.#publish();
  }

  #put(next: DisplayedSale): void {
    const before = this.#current;
    this.#current = next;
    if (next.id === null) this.#clearIn(next.about.qrisDue === undefined ? draftMs : waitMs);
    else if (!isFinal(next.sale)) {
      if (before?.id !== next.id) this.#clearIn(waitMs);
    } else if (before?.id !== next.id || !isFinal(before.sale)) this.#clearSoon();
    this.#publish();
  }

  #clearSoon(): void {
    this.#clearIn(this.#deps.settings().display.clearSeconds * 1000);
  }

  #clearIn(ms: number): void {
    this.#clearing?.abort();
    const mine = new AbortController();
    this.#clearing = mine;
    void this.#deps.clock.sleep(ms, mine.signal).then(() => (mine.signal.aborted ? undefined : this.#clear()));
  }

  #clear(): void {
    this.#clearing?.abort();
    this.#clearing = null;
    this.#generation += 1;
    const current = this.#current;
    if (current === null) return;
    if (current.id !== null && isFinal(current.sale)) this.#clearedSale = current.id;
    this.#current = null;
    this.#publish();
  }

  #publish(): void {
    const now = this.view();
    for (const listener of this.#listeners) listener(now);
  }
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
const isFinal = ({ result }: Drawn): boolean => result === 'success' || result === 'failed' || result === 'partly';

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
    ...(result === 'failed' ? backOnDisplay(sale) : {}),
    asking: about.asking && result === null,
    result,
    proof: null,
  };
}

/** Several sales as one: what they come to, one change, and one sum of those that were not made. */
function batchOnDisplay(batch: Batch, language: Settings['language']): Drawn {
  const sales = batch.lines.map(({ sale }) => sale);
  const result = batchResult(batch);
  const isOver = batch.state === 'finished' || batch.state === 'stopped';
  const back = isOver ? handBackTogether(batch.change, batch.toReturn, sales) : null;
  return {
    ...emptySale,
    product: severalSales(sales.length, language),
    customerNo: null,
    total: batch.total,
    // The display has room for two ways: a list is paid in one, or in two.
    payments: batch.payments.slice(0, 2),
    tendered: batch.tendered,
    change: batch.change,
    ...(back ? { handBack: { sum: back.sum, refund: back.refund, change: back.sum - back.refund } } : {}),
    asking: false,
    result,
  };
}

const severalSales = (count: number, language: Settings['language']): string =>
  language === 'id' ? `${count} transaksi` : count === 1 ? '1 sale' : `${count} sales`;

function batchResult({ state, lines }: Batch): DisplayResult {
  if (state === 'running') return 'sending';
  if (state === 'paused') return 'pending';
  const all = lines.map(({ sale }) => results[sale.state] ?? 'failed');
  if (all.includes('unsure')) return 'unsure';
  if (all.includes('pending') || all.includes('sending')) return 'pending';
  return all.every((each) => each === 'success')
    ? 'success'
    : all.every((each) => each === 'failed')
      ? 'failed'
      : 'partly';
}

function backOnDisplay(sale: Transaction): Pick<Drawn, 'handBack'> {
  const back = handBack(sale);
  if (back === null) return {};
  return { handBack: { sum: back.sum, refund: back.refund, change: back.sum - back.refund } };
}

/** Once the sale is read back, an amount that was left empty is the exact one. @param cash the part that is paid in cash */
function tenderedBefore({ tendered, asking }: Pick<About, 'tendered' | 'asking'>, cash: number | null): number | null {
  return asking ? (tendered ?? cash) : tendered;
}

/** The sale that the cashier is entering. */
function draftOnDisplay(draft: Extract<DisplayScene, { kind: 'draft' }>, language: Settings['language']): Drawn {
  const { customerNo, sales, total, payments = [], asking } = draft;
  const cash = cashPart(total, payments);
  const tendered = tenderedBefore(draft, cash);
  const change = changeOf(cash, tendered);
  const number = customerNo === '' ? null : customerNo;
  const product = sales === undefined ? draft.product : severalSales(sales, language);
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

import type { DisplayScene } from '../../shared/contract/display.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { DisplaySale, DisplayView } from '../../shared/domain/display.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Clock } from '../base/system.ts';
import { draftOnDisplay, isOver, saleOnDisplay, testOnDisplay } from './display-sale.ts';

/** A cashier who was called away leaves nobody's number on show. */
const draftMs = 3 * 60_000;
/** A result that does not come is asked for at the counter, not read on the display. */
const waitMs = 10 * 60_000;

export interface DisplayParts {
  clock: Clock;
  settings(): Pick<Settings, 'language' | 'theme' | 'shop' | 'display'>;
  training(): boolean;
  find(id: string): Promise<Transaction | null>;
  /** the proof that the sale's slip carries; null while there is none */
  proofOf(sale: Transaction): Promise<string | null>;
}

/** What the customer sees: one thing at a time, never for longer than it has to be. */
export interface CustomerDisplayService {
  /** Answers false where there is no such sale; then nothing changes. */
  show(scene: DisplayScene): Promise<boolean>;
  onEvent(event: KonterEvent): void;
  view(): DisplayView;
  subscribe(listener: (view: DisplayView) => void): () => void;
  /** what it is drawn with has changed */
  refresh(): void;
  stop(): void;
}

interface Shown {
  /** null: not a sale yet */
  id: string | null;
  sale: DisplaySale;
  about: { tendered: number | null; asking: boolean };
}

export function openCustomerDisplay(parts: DisplayParts): CustomerDisplayService {
  const { clock, settings } = parts;
  const listeners = new Set<(view: DisplayView) => void>();
  let shown: Shown | null = null;
  /** a sale that was shown to its end is not shown again because somebody looks at it */
  let served: string | null = null;
  /** grows with everything that is asked for; what was read for an older one is thrown away */
  let turn = 0;
  /** the sale that was told of last: it may be newer than what is being read */
  let told: Transaction | null = null;
  let clearing: AbortController | null = null;

  const view = (): DisplayView => {
    const { language, theme, shop } = settings();
    return { language, theme, shop: shop.name, training: parts.training(), sale: shown?.sale ?? null };
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
    turn += 1;
    if (shown === null) return;
    if (shown.id !== null && isOver(shown.sale)) served = shown.id;
    shown = null;
    publish();
  };
  const clearSoon = (): void => clearIn(settings().display.clearSeconds * 1000);
  const put = (next: Shown): void => {
    const before = shown;
    shown = next;
    if (next.id === null) clearIn(draftMs);
    else if (!isOver(next.sale)) {
      if (before?.id !== next.id) clearIn(waitMs);
    } else if (before?.id !== next.id || !isOver(before.sale)) clearSoon();
    publish();
  };
  const putSale = async (sale: Transaction, about: Shown['about']): Promise<void> => {
    const proof = shown?.id === sale.id ? shown.sale.proof : null;
    const drawn = saleOnDisplay(sale, about);
    put({ id: sale.id, about, sale: drawn.result === 'success' ? { ...drawn, proof } : drawn });
    if (drawn.result !== 'success' || proof !== null) return;
    const made = await parts.proofOf(sale);
    if (shown?.id !== sale.id || shown.sale.result !== 'success' || made === null) return;
    shown = { ...shown, sale: { ...shown.sale, proof: made } };
    publish();
  };

  return {
    async show(scene) {
      if (!settings().display.on) return true;
      turn += 1;
      const mine = turn;
      if (scene.kind === 'idle') {
        // What was never sent concerns nobody any more; a result may still be read.
        if (shown?.id === null || shown?.sale.result === null) clear();
        else if (shown !== null && !isOver(shown.sale)) clearSoon();
        return true;
      }
      if (scene.kind !== 'sale') {
        const { tendered, asking } = scene.kind === 'draft' ? scene : testOnDisplay;
        const sale = scene.kind === 'draft' ? draftOnDisplay(scene) : testOnDisplay;
        put({ id: null, about: { tendered, asking }, sale });
        if (scene.kind === 'test') clearSoon();
        return true;
      }
      const { id, tendered, asking } = scene;
      const found = await parts.find(id);
      const sale = told?.id === id && told.revision > (found?.revision ?? 0) ? told : found;
      if (sale === null || isErased(sale)) return false;
      if (mine !== turn || served === id) return true;
      await putSale(sale, { tendered, asking });
      return true;
    },
    onEvent(event) {
      if (event.type === 'reload') clear();
      if (event.type === 'transaction') told = event.transaction;
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

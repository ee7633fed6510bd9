import { create } from 'zustand';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { sameCustomerNo } from '../../../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import type { EntryFault } from '../entry/fault.ts';
import { emptyDraft, type Overrides, type SellDraft } from './sell-draft.ts';

/**
 * - compose: being put together
 * - review: read back, nothing sent
 * - sending: one call is out; a second press does nothing
 * - done: what became of it, or a call whose answer was lost on the way here
 */
export type SellPhase = 'compose' | 'review' | 'sending' | 'done';

export interface SellState {
  draft: SellDraft;
  phase: SellPhase;
  /** what stands in the one field, not taken yet */
  text: string;
  /** what the field expects */
  step: EntryStep;
  /** the provider is being asked about what stands in the field */
  lookingUp: boolean;
  /** the sale that was made; null until main tells it */
  saleId: string | null;
  /** main's clock when the button was pressed, milliseconds since 1970 */
  pressedAt: number;
  /** what stood in the way of the last try */
  problem: KonterError | null;
  /** what the cashier has already decided to override in this sale */
  overrides: Overrides;
  /** why the field did not take what stands in it, once Enter was pressed */
  fault: EntryFault | null;
}

const fresh: SellState = {
  draft: emptyDraft,
  phase: 'compose',
  text: '',
  step: 'customerNo',
  lookingUp: false,
  saleId: null,
  pressedAt: 0,
  problem: null,
  overrides: {},
  fault: null,
};

export const useSell = create<SellState>(() => fresh);

/** A change of the draft takes back what was said and decided about the former one; cash of an unsent order is its customer's. */
export function change(part: Partial<SellDraft>): void {
  useSell.setState(({ draft: { cashFrom, ...draft } }) => {
    const next = { ...draft, ...part };
    const keepsCash = cashFrom !== undefined && sameCustomerNo(cashFrom.customerNo, next.customerNo);
    return { draft: keepsCash ? { cashFrom, ...next } : next, problem: null, overrides: {}, fault: null };
  });
}

export const startAnew = (): void => useSell.setState(fresh);
export const edit = (): void =>
  useSell.setState({ phase: 'compose', step: 'tendered', text: '', problem: null, overrides: {} });
export const dismiss = (): void => useSell.setState({ problem: null });

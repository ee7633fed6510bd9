import { create } from 'zustand';
import type { KonterError } from '../../../shared/contract/errors.ts';
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
  lookingUp: boolean;
  /** the sale that was made; null until main tells it */
  saleId: string | null;
  /** main's clock when the button was pressed, milliseconds since 1970 */
  pressedAt: number;
  /** what stood in the way of the last try */
  problem: KonterError | null;
  /** what the cashier has already decided to override in this sale */
  overrides: Overrides;
  /** faults of fields are shown once Enter was pressed on them */
  checked: boolean;
}

const fresh: SellState = {
  draft: emptyDraft,
  phase: 'compose',
  lookingUp: false,
  saleId: null,
  pressedAt: 0,
  problem: null,
  overrides: {},
  checked: false,
};

export const useSell = create<SellState>(() => fresh);

/** A change of the draft takes back what was said and decided about the former one. */
export function change(part: Partial<SellDraft>): void {
  useSell.setState(({ draft }) => ({ draft: { ...draft, ...part }, problem: null, overrides: {} }));
}

export const startAnew = (): void => useSell.setState(fresh);
export const edit = (): void => useSell.setState({ phase: 'compose', problem: null, overrides: {} });
export const dismiss = (): void => useSell.setState({ problem: null });

import type { InvariantName } from '../invariants/all.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { Plan } from '../plan/plan.ts';
import type { ShopInvariantName } from '../shop/promises.ts';
import type { OpenRelayDatabase } from './relay-database.ts';

export interface RunOptions {
  mutant?: Mutant | undefined;
  /** keeps the history */
  trace?: boolean;
  /** absent: the relays' database is in memory */
  openDatabase?: OpenRelayDatabase | undefined;
}

export interface Broken {
  invariant: InvariantName | ShopInvariantName;
  says: string;
}

export interface RunResult {
  broken: Broken | null;
  /** one line for each thing that happened; empty unless asked for */
  history: string[];
  events: number;
  sales: number;
  webhooks: number;
  /** of the world, and moods of the provider: everything in the plan that is not a press */
  faults: number;
  /** of the journal's chain: two runs with the same head had the same history */
  head: string;
}

const presses: ReadonlySet<string> = new Set([
  'park',
  'bring_back',
  'order',
  'read_back',
  'inquire',
  'pay',
  'resolve',
  'settle_claims',
  'evidence',
  'return_cash',
  'settle_tab',
  'batch',
  'resume_batch',
  'stop_batch',
  'give_back',
]);
export const faultsIn = ({ items }: Plan): number => items.filter(({ do: action }) => !presses.has(action)).length;

/** So long after the bustle no fault begins, and those that last end. */
export const lastingMs = 65_000;
export const restartMs = 90_000;

/** "02:13.045" since the world began. */
export function clockText(ms: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(ms / 60_000))}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
}

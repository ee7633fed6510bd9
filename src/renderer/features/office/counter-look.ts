import type { OfficeCounter, OfficeState } from '../../../shared/contract/office.ts';
import type { Tone } from '../../state/toast.ts';
import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  KeyRound,
  Loader,
  type LucideIcon,
  RefreshCw,
} from '../../ui/icons.tsx';

/** How current a counter's figures are; `as_of`: as of the relay's last answer. */
export type CounterFreshness = OfficeCounter['state'] | 'as_of';

/** While the relay is away no counter is up to date. */
export function freshnessOf({ state }: Pick<OfficeCounter, 'state'>, relay: OfficeState['relay']): CounterFreshness {
  return relay !== 'reachable' && (state === 'following' || state === 'behind' || state === 'joining')
    ? 'as_of'
    : state;
}

export const freshnessLook: Readonly<Record<CounterFreshness, { tone: Tone; icon: LucideIcon }>> = {
  following: { tone: 'success', icon: CircleCheck },
  behind: { tone: 'pending', icon: Loader },
  joining: { tone: 'pending', icon: Loader },
  as_of: { tone: 'unknown', icon: Clock },
  empty: { tone: 'quiet', icon: CircleDashed },
  other_key: { tone: 'failed', icon: KeyRound },
  damaged: { tone: 'failed', icon: CircleX },
  newer: { tone: 'unknown', icon: RefreshCw },
  revoked: { tone: 'quiet', icon: CircleMinus },
};

/** Why a counter's figures are missing, stop or are in doubt, and a person has to act. Null: all is well. */
export function helpFor({
  state,
  sameSeries,
}: OfficeCounter): 'other_key' | 'damaged' | 'empty' | 'newer' | 'same_series' | null {
  if (state === 'other_key' || state === 'damaged' || state === 'empty' || state === 'newer') return state;
  return sameSeries === undefined ? null : 'same_series';
}

/** Nothing can be seen yet: the office is not connected, or no counter has shipped its ledger. */
export const isNothingShipped = ({ counters }: OfficeState): boolean =>
  counters.every(({ state }) => state === 'empty');

/** The step of joining that comes next; those before it are done. */
export function nextStep({ relay, counters }: OfficeState): 0 | 2 | 3 {
  if (relay === 'not_configured' || relay === 'no_office') return 0;
  return relay === 'reachable' || counters.length > 0 ? 3 : 2;
}

type Sum = { count: number; amount: number };

/** The whole shop's money, over all counters. */
export function shopTotals(counters: readonly OfficeCounter[]) {
  const sum = (of: (counter: OfficeCounter) => Sum): Sum =>
    counters.reduce(
      (total, counter) => ({ count: total.count + of(counter).count, amount: total.amount + of(counter).amount }),
      { count: 0, amount: 0 },
    );
  return {
    unresolved: sum(({ unresolved }) => unresolved),
    toReturn: sum(({ moneyToReturn }) => moneyToReturn),
    toCollect: sum(({ moneyToCollect }) => moneyToCollect),
    onTab: sum(({ onTab }) => onTab),
  };
}

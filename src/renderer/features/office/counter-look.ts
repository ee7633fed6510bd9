import type { OfficeCounter, OfficeState } from '../../../shared/contract/office.ts';
import type { Tone } from '../../state/toast.ts';
import type { LucideIcon } from '../../ui/icon.tsx';
import { CircleCheck, CircleDashed, CircleMinus, CircleX, Clock, Loader, TriangleAlert } from '../../ui/icons.tsx';
import { KeyRound, RefreshCw } from '../../ui/later-icons.tsx';

/**
 * How current a counter's figures are. `as_of`: as of the relay's last answer; `connected`: up to date, and the counter is in contact with the
 * relay; `silent`: it is not, so what it sells is not here.
 */
export type CounterFreshness = OfficeCounter['state'] | 'as_of' | 'connected' | 'silent';

/** While the relay is away no counter is up to date. */
export function freshnessOf(
  { state, silentSince }: Pick<OfficeCounter, 'state' | 'silentSince'>,
  relay: OfficeState['relay'],
): CounterFreshness {
  if (state !== 'following' && state !== 'behind' && state !== 'joining') return state;
  if (relay !== 'reachable') return 'as_of';
  if (typeof silentSince === 'string') return 'silent';
  return state === 'following' && silentSince === null ? 'connected' : state;
}

/** The counters that have not polled for two minutes. While the relay is away that is not known of any. */
export const silentCounters = ({ relay, counters }: OfficeState): OfficeCounter[] =>
  counters.filter((counter) => freshnessOf(counter, relay) === 'silent');

export const freshnessLook: Readonly<Record<CounterFreshness, { tone: Tone; icon: LucideIcon }>> = {
  connected: { tone: 'success', icon: CircleCheck },
  following: { tone: 'success', icon: CircleCheck },
  silent: { tone: 'unknown', icon: TriangleAlert },
  behind: { tone: 'pending', icon: Loader },
  joining: { tone: 'pending', icon: Loader },
  as_of: { tone: 'unknown', icon: Clock },
  empty: { tone: 'quiet', icon: CircleDashed },
  other_key: { tone: 'failed', icon: KeyRound },
  damaged: { tone: 'failed', icon: CircleX },
  not_stored: { tone: 'failed', icon: CircleX },
  too_large: { tone: 'failed', icon: CircleX },
  newer: { tone: 'unknown', icon: RefreshCw },
  revoked: { tone: 'quiet', icon: CircleMinus },
};

const withHelp = [
  'other_key',
  'damaged',
  'not_stored',
  'too_large',
  'empty',
  'newer',
] as const satisfies OfficeCounter['state'][];

/** Why a counter's figures are missing, stop or are in doubt, and a person has to act. Null: all is well. */
export function helpFor({ state, sameSeries }: OfficeCounter): (typeof withHelp)[number] | 'same_series' | null {
  const help = withHelp.find((one) => one === state);
  if (help !== undefined) return help;
  return sameSeries === undefined ? null : 'same_series';
}

/** Whether the relay reports of each counter in use when it polled; an older relay reports of none. */
export const isContactKnown = ({ counters }: OfficeState): boolean =>
  counters.every(({ state, silentSince }) => state === 'revoked' || silentSince !== undefined);

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

import type { KonterError } from '../../shared/contract/errors.ts';
import type { Transaction, TransactionState } from '../../shared/domain/transaction.ts';
import { useCheckout } from '../features/checkout/index.ts';
import { subscribe } from '../host/events.ts';
import { useSettings } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import type { Cue } from './cues.ts';
import { playCue, readySounds } from './player.ts';

const cues: Partial<Readonly<Record<TransactionState, Cue>>> = {
  success: 'success',
  failed: 'failed',
  unsent: 'failed',
  unknown: 'attention',
  disputed: 'attention',
};

/** What is older is history: told again after a break, or at the start. */
const newsMs = 60_000;

/** Sounds what the screen says anyway, wherever the cashier is looking. */
export function startSounds(sound: (cue: Cue) => void = soundAsSet): void {
  readySounds();
  const cueOf = resultCues();
  subscribe((event) => {
    if (event.type !== 'transaction') return;
    const cue = cueOf(event.transaction, Date.now() + useStatus.getState().clockAhead);
    if (cue) sound(cue);
  });
  useCheckout.subscribe((now, before) => {
    if (hasNewError(now.order, before.order) || hasNewError(now.bill, before.bill)) sound('keyError');
  });
}

interface Refusable {
  entryError: unknown;
  error: KonterError | null;
}

const hasNewError = (now: Refusable, before: Refusable): boolean =>
  (now.entryError !== null && now.entryError !== before.entryError) ||
  (isHere(now.error) && now.error !== before.error);

/** A result has a cue of its own; everything else that stands in the way was not sent. */
const isHere = (error: KonterError | null): boolean => error !== null && error.transaction === undefined;

/** Silent until the settings are read. */
function soundAsSet(cue: Cue): void {
  const sounds = useSettings.getState().view?.settings.sounds;
  if (sounds?.on) playCue(cue, sounds.volume);
}

/**
 * The cue for each result as main tells of it, once: not for what was known before, what a person recorded by hand, a print
 * of an old sale, or what is told again. @param now main's clock, milliseconds since 1970
 */
export function resultCues(): (told: Transaction, now: number) => Cue | null {
  const heard = new Map<string, TransactionState>();
  return (told, now) => {
    const before = heard.get(told.id);
    heard.delete(told.id);
    heard.set(told.id, told.state);
    const [oldest] = heard.keys();
    if (heard.size > 1000 && oldest !== undefined) heard.delete(oldest);
    const cue = cues[told.state];
    if (cue === undefined || before === told.state || told.flags.includes('resolved_by_hand')) return null;
    // Of a sale that is new to this page, only what settled it just now is a result; an answer that was lost was heard being sent.
    if (before === undefined && told.state !== 'disputed' && told.settledAt !== told.updatedAt) return null;
    return Math.abs(now - Date.parse(told.updatedAt)) < newsMs ? cue : null;
  };
}

import type { OfficeCounter } from '../../shared/contract/office.ts';
import type { Log } from '../base/system.ts';
import { ifReadable, type Office } from '../office/index.ts';

/** Something that the owner gets to know once. `key` names the kind, the counter, and what it is about. */
export interface AlertFact {
  key: string;
  kind: AlertKind;
  /** the counter's name */
  counter: string;
  /** of a drawer that is short: the shift's number */
  shift?: number;
  /** of a silent counter, ISO 8601 */
  since?: string;
}

export type AlertKind = 'unresolved' | 'deposit' | 'short' | 'silent';

export interface AlertFacts {
  holding: AlertFact[];
  /** Whether the fact of a key would be among those that hold, if it did: its counter was read. */
  isKnown(key: string): boolean;
}

const minute = 60_000;
const unresolvedAfterMs = 15 * minute;
const silentAfterMs = 15 * minute;
/** A drawer that was short is reported within a day, also where there was no line for so long. */
const shortWithinMs = 24 * 60 * minute;
/** of a counter, the newest first: more are not closed in a day */
const shiftsRead = 20;

const prefixOf = (kind: AlertKind, { id }: Pick<OfficeCounter, 'id'>): string => `${kind} ${id}`;

/**
 * What holds at the counters of a shop now, milliseconds since 1970.
 * @param depositWarning whole rupiah; 0: no deposit is called low
 * @param since what happened before is not said
 */
export async function readAlertFacts(
  { state, journals }: Pick<Office, 'state' | 'journals'>,
  { now, depositWarning, since, log }: { now: number; depositWarning: number; since: number; log: Log },
): Promise<AlertFacts> {
  const { relay, counters } = await state();
  const read = new Map(journals.of().map((counter) => [counter.id, counter.store]));
  const holding: AlertFact[] = [];
  const readKinds = new Set<string>();
  for (const counter of counters) {
    const { id, name, silentSince } = counter;
    const hold = (kind: AlertKind, about: string, more: Pick<AlertFact, 'shift' | 'since'> = {}): void =>
      void holding.push({ key: `${prefixOf(kind, counter)} ${about}`.trim(), kind, counter: name, ...more });
    const noteRead = (...kinds: AlertKind[]): void => kinds.forEach((kind) => readKinds.add(prefixOf(kind, counter)));
    if (counter.state === 'revoked') {
      noteRead('unresolved', 'deposit', 'short', 'silent');
      continue;
    }
    const store = read.get(id);
    // A copy that is not caught up has sales that were settled since, and a deposit of long ago.
    if (store === undefined || counter.state !== 'following') continue;
    const copy = await ifReadable(async () => ({
      unresolved: await store.unresolved(),
      estimate: await store.deposit.estimate(),
      shifts: await store.shifts.list({ limit: shiftsRead }),
    }));
    if (copy === null) {
      log.warn('a counter could not be read for alerts', { counter: id });
      continue;
    }
    const { unresolved, estimate, shifts } = copy;
    noteRead('unresolved', 'deposit', 'short');
    for (const sale of unresolved)
      if (now - Date.parse(sale.sentAt ?? sale.createdAt) >= unresolvedAfterMs) hold('unresolved', sale.id);
    if (estimate !== null && depositWarning > 0 && estimate.balance < depositWarning) hold('deposit', '');
    for (const { number, openedAt, carried, closed } of shifts) {
      const counts = [
        { about: `${number} opening`, at: openedAt, difference: carried?.difference },
        { about: `${number} closing`, at: closed?.at ?? '', difference: closed?.difference },
      ];
      for (const { about, at, difference } of counts)
        if ((difference ?? 0) < 0 && Date.parse(at) >= Math.max(since, now - shortWithinMs))
          hold('short', about, { shift: number });
    }
    if (relay !== 'reachable' || silentSince === undefined) continue;
    noteRead('silent');
    // A counter that closes its shift is switched off; one that has no shifts may be so each evening.
    const isInUse = shifts.length === 0 || counter.openShift !== null;
    if (silentSince !== null && isInUse && now - Date.parse(silentSince) >= silentAfterMs)
      hold('silent', '', { since: silentSince });
  }
  return { holding, isKnown: (key) => readKinds.has(key.split(' ', 2).join(' ')) };
}

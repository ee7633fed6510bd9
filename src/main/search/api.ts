import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { seesCosts } from '../api/index.ts';
import type { Clock } from '../base/system.ts';
import type { Finder } from './search-service.ts';

/**
 * Of what one box asked for only the newest page is still wanted. An outline goes on while pages of its list are read; a new list
 * gives it up.
 */
export function searchHandlers(
  finder: () => Finder,
  settings: () => Settings,
  clock: Clock,
): Pick<Handlers, 'transactions.search' | 'transactions.outline'> {
  const underWay = new Map<string, AbortController>();

  async function newest<T>(
    box: string | undefined,
    ask: (given: AbortSignal) => Promise<T | null>,
  ): Promise<Result<T>> {
    const given = new AbortController();
    if (box !== undefined) {
      underWay.get(box)?.abort();
      underWay.set(box, given);
    }
    try {
      const answer = await ask(given.signal);
      if (answer !== null) return ok(answer);
      return fail('not_allowed', 'A newer search of the same box took its place.', { reason: 'superseded' });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
    } finally {
      if (box !== undefined && underWay.get(box) === given) underWay.delete(box);
    }
  }

  return {
    'transactions.search': (asked) => {
      const { box, ...ask } = asked ?? {};
      if (ask.cursor === undefined) underWay.get(outlineOf(box))?.abort();
      const today = wallClock(clock.now(), settings().timeZone).day;
      const seen = seesCosts() ? ask : { ...ask, costs: false };
      return newest(box, (given) => finder().search(seen, today, given));
    },
    'transactions.outline': (asked) => {
      const { box, ...ask } = asked ?? {};
      return newest(outlineOf(box), (given) => finder().outline(ask, given));
    },
  };
}

/** A box's name has no blanks. */
const outlineOf = (box: string | undefined): string => `${box ?? ''} outline`;

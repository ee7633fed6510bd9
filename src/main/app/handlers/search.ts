import { fail, ok } from '../../../shared/contract/errors.ts';
import type { Handlers } from '../../../shared/contract/registry.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import type { Finder } from '../../journal/search/finder.ts';
import { systemClock } from '../system/clock.ts';

/** transactions.search: of the searches of one box only the newest is still wanted. */
export function searchHandler(finder: () => Finder, settings: () => Settings): Handlers['transactions.search'] {
  const underWay = new Map<string, AbortController>();
  return async (asked) => {
    const { box, ...ask } = asked ?? {};
    const given = new AbortController();
    if (box !== undefined) {
      underWay.get(box)?.abort();
      underWay.set(box, given);
    }
    const today = wallClock(systemClock.now(), settings().timeZone).day;
    try {
      const page = await finder().search(ask, today, given.signal);
      if (page) return ok(page);
      return fail('not_allowed', 'A newer search of the same box took its place.', { reason: 'superseded' });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
    } finally {
      if (box !== undefined && underWay.get(box) === given) underWay.delete(box);
    }
  };
}

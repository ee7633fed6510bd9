import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { seesCosts } from '../api/index.ts';
import type { Clock } from '../base/system.ts';
import type { SearchService } from './search-service.ts';

/**
 * A search cancels the one before it from the same search box. An outline continues while pages of its list are read; a new
 * list cancels it.
 */
export function searchHandlers(
  service: () => SearchService,
  settings: () => Settings,
  clock: Clock,
): Pick<Handlers, 'transactions.search' | 'transactions.outline'> {
  const running = new Map<string, AbortController>();

  async function newest<T>(
    box: string | undefined,
    run: (signal: AbortSignal) => Promise<T | null>,
  ): Promise<Result<T>> {
    const controller = new AbortController();
    if (box !== undefined) {
      running.get(box)?.abort();
      running.set(box, controller);
    }
    try {
      const answer = await run(controller.signal);
      if (answer !== null) return ok(answer);
      return fail('not_allowed', 'A newer search of the same box took its place.', { reason: 'superseded' });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return fail('invalid_input', 'This is no place in the list.', { fields: ['cursor'] });
    } finally {
      if (box !== undefined && running.get(box) === controller) running.delete(box);
    }
  }

  return {
    'transactions.search': (input) => {
      const { box, ...request } = input ?? {};
      if (request.cursor === undefined) running.get(outlineOf(box))?.abort();
      const today = wallClock(clock.now(), settings().timeZone).day;
      const permitted = seesCosts() ? request : { ...request, costs: false };
      return newest(box, (signal) => service().search(permitted, today, signal));
    },
    'transactions.outline': (input) => {
      const { box, ...request } = input ?? {};
      return newest(outlineOf(box), (signal) => service().outline(request, signal));
    },
  };
}

/** A box's name has no blanks. */
const outlineOf = (box: string | undefined): string => `${box ?? ''} outline`;

import type { Person } from '../../../shared/domain/people/person.ts';
import { openJournal } from '../../journal/open.ts';
import type { Log } from '../../ports/log.ts';
import type { PeopleBook } from '../../ports/people-book.ts';
import { systemRandom } from '../system/random.ts';

/** Who works here, as the world that is open knows it. */
export interface Roster {
  all(): readonly Person[];
  /** anybody at all: from then on nothing is done without signing in */
  exist(): boolean;
  active(): Person[];
  find(id: string): Person | null;
  /** false: these are the live shop's people, met in practice */
  mayChange(): boolean;
  reload(): Promise<void>;
}

/**
 * In practice the live shop's people count where there are any: a counter in training leads to the same settings and secrets,
 * and would be a way around them. They are changed where they belong.
 * @param livePath of the live journal while practice is open; null otherwise
 */
export async function openRoster(own: PeopleBook, livePath: string | null, log: Log): Promise<Roster> {
  const live = livePath === null ? [] : await readLive(livePath, log);
  let people = live.length > 0 ? live : await own.list();
  return {
    all: () => people,
    exist: () => people.length > 0,
    active: () => people.filter(({ active }) => active),
    find: (id) => people.find((person) => person.id === id) ?? null,
    mayChange: () => live.length === 0,
    async reload() {
      if (live.length === 0) people = await own.list();
    },
  };
}

async function readLive(path: string, log: Log): Promise<Person[]> {
  try {
    const journal = await openJournal({ path, random: systemRandom, readOnly: true });
    try {
      return await journal.people.list();
    } finally {
      await journal.close();
    }
  } catch (error) {
    // One that an older program made knows no people; it is brought up to date when it is opened for selling.
    log.warn('the live shop’s people could not be read', { error: error instanceof Error ? error.name : typeof error });
    return [];
  }
}

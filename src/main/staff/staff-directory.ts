import type { Person } from '../../shared/domain/staff.ts';
import type { StaffRepository } from './staff-types.ts';

/** Who works here, as the world that is open knows it. */
export interface StaffDirectory {
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
 * @param live whom the live book named when it was last open: practice is come to from there, and a file that is damaged or
 * gone by now opens nothing to anybody
 */
export async function openStaffDirectory(own: StaffRepository, live: readonly Person[]): Promise<StaffDirectory> {
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

import type { By, Person } from '../../shared/domain/staff.ts';
import type { Clock } from '../base/system.ts';
import type { StaffRepository } from './staff-repository.ts';

/** The people of the shop in the current mode. */
export interface StaffDirectory {
  all(): readonly Person[];
  /** whether there are people; everything then requires signing in */
  exist(): boolean;
  active(): Person[];
  find(id: string): Person | null;
  /** false in training with the live shop's people */
  mayChange(): boolean;
  reload(): Promise<void>;
}

/**
 * The people of the shop in one mode. In training the live shop's people apply, if there are any: training has the
 * same settings and secrets and must not be a way around them. They are changed in live only.
 * @param live as last read from the live database, so that a damaged or missing file opens nothing
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

/** The person at this counter. In memory only: a restart asks for a PIN again, a page reload does not. */
export interface Session {
  present(): By | null;
  /** id of the last person who was signed in */
  last(): string | null;
  why(): 'start' | 'locked' | 'idle' | null;
  signIn(person: By): void;
  /** updates the name or role of the same person */
  rename(person: By): void;
  lock(why: 'locked' | 'idle'): void;
  /** records activity */
  touch(): void;
  /** locks after the shop's idle time; to be called every few seconds */
  lockIfIdle(): void;
}

export function createSession(deps: {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** null: never locks by itself */
  idleMinutes(): number | null;
  changed(): void;
}): Session {
  const { clock } = deps;
  let present: By | null = null;
  let last: string | null = null;
  let why: 'start' | 'locked' | 'idle' | null = 'start';
  let touched = { now: clock.now(), monotonic: clock.monotonic() };
  const touch = (): void => {
    touched = { now: clock.now(), monotonic: clock.monotonic() };
  };
  const lock = (because: 'locked' | 'idle'): void => {
    if (!present) return;
    present = null;
    why = because;
    deps.changed();
  };
  return {
    present: () => present,
    last: () => last,
    why: () => why,
    signIn(person) {
      present = person;
      last = person.id;
      why = null;
      touch();
      deps.changed();
    },
    rename(person) {
      if (present?.id !== person.id) return;
      present = person;
      deps.changed();
    },
    lock,
    touch,
    lockIfIdle() {
      // The settings are read after the first sign-in at the earliest.
      const minutes = present && deps.idleMinutes();
      if (minutes === null) return;
      // The monotonic clock stops while the machine sleeps, and the wall clock can be set back: the longer time counts.
      const idle = Math.max(clock.monotonic() - touched.monotonic, clock.now() - touched.now);
      if (idle >= minutes * 60_000) lock('idle');
    },
  };
}

import type { By, Person } from '../../shared/domain/staff.ts';
import type { Clock } from '../base/system.ts';
import type { StaffRepository } from './staff-repository.ts';

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

/** Who is at this counter. In memory only: a counter that was started anew asks again, a page that was loaded anew does not. */
export interface Session {
  present(): By | null;
  /** who was here last */
  last(): string | null;
  why(): 'start' | 'locked' | 'idle' | null;
  signIn(person: By): void;
  /** the same person by another name or role */
  rename(person: By): void;
  lock(why: 'locked' | 'idle'): void;
  /** somebody did something just now */
  touch(): void;
  /** locks when nobody has for as long as the shop says; to be called now and then */
  lockIfIdle(): void;
}

export function createSession(parts: {
  clock: Pick<Clock, 'now' | 'monotonic'>;
  /** null: never by itself */
  idleMinutes(): number | null;
  changed(): void;
}): Session {
  const { clock } = parts;
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
    parts.changed();
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
      parts.changed();
    },
    rename(person) {
      if (present?.id !== person.id) return;
      present = person;
      parts.changed();
    },
    lock,
    touch,
    lockIfIdle() {
      const minutes = parts.idleMinutes();
      if (minutes === null || !present) return;
      // Both clocks: the one that never jumps stands still while the machine sleeps, the other one can be set back.
      const idle = Math.max(clock.monotonic() - touched.monotonic, clock.now() - touched.now);
      if (idle >= minutes * 60_000) lock('idle');
    },
  };
}

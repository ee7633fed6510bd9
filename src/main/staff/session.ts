import { type By, may, type Permission, type Person, type SupervisorVerdict } from '../../shared/domain/staff.ts';
import { currentActor } from '../api/index.ts';
import type { Clock } from '../base/system.ts';
import type { PinRateLimiter } from './pin-rate-limiter.ts';
import type { PersonPins, PinLock } from './pins.ts';
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

/** Permissions granted for one call by another person's PIN. */
export interface Elevation {
  /** @param permissions that the PIN's person must have. no_permission: the PIN is right, the person lacks them */
  allow(pin: string | undefined, permissions: readonly Permission[]): Promise<SupervisorVerdict | 'no_permission'>;
  /** the PIN of a supervisor or an owner; the shared PIN while there are no people */
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
  /** the PIN of anybody but the person whose PIN came first */
  second(pin: string | undefined): Promise<SupervisorVerdict>;
  /** whether a supervisor's PIN exists */
  isSet(): Promise<boolean>;
}

interface ElevationDeps {
  directory(): StaffDirectory;
  pins: PersonPins;
  attempts: PinRateLimiter;
  /** the shop's PINs while there are no people */
  sharedPins: { supervisor: PinLock; second: PinLock };
}

/**
 * Wrong PINs are counted against the person who is signed in: guessing locks only the guesser. Their own PIN, entered
 * in between, does not reset the count.
 */
export function createElevation({ directory, pins, attempts, sharedPins }: ElevationDeps): Elevation {
  const present = (): string => currentActor()?.person?.id ?? 'nobody';

  /** Finds the person whose PIN it is among those who qualify, and records them as the approver. */
  const approvedBy = async (
    counts: (person: Person) => boolean,
    pin: string,
    lock: string,
  ): Promise<SupervisorVerdict> => {
    if (!(await attempts.begin(lock))) return 'locked';
    const people = (): Person[] => directory().active().filter(counts);
    const id = await pins.findOwner(
      pin,
      people().map((person) => person.id),
    );
    // Read again: the person may have been removed or their role changed meanwhile.
    const person = people().find((each) => each.id === id);
    if (!person) return (await attempts.waitMs(lock)) > 0 ? 'locked' : 'wrong_pin';
    // One's own PIN proves no guess right; resetting the count with it would allow unlimited guesses.
    if (id === present()) await attempts.retract(lock);
    else await attempts.succeed(lock);
    currentActor()?.approvedBy.push({ id: person.id, name: person.name, role: person.role });
    return 'ok';
  };

  const approver = (pin: string): Promise<SupervisorVerdict> =>
    approvedBy(({ role }) => role !== 'cashier', pin, approveLock(present()));

  const supervisor = async (pin: string | undefined): Promise<SupervisorVerdict> => {
    if (!directory().exist()) return sharedPins.supervisor.check(pin);
    if (pin === undefined) return 'pin_needed';
    const verdicts = currentActor()?.verdicts;
    const approval = verdicts?.get(pin) ?? approver(pin);
    verdicts?.set(pin, approval);
    return approval;
  };

  return {
    supervisor,
    async allow(pin, permissions) {
      const verdict = await supervisor(pin);
      if (verdict !== 'ok') return verdict;
      const lastApprover = currentActor()?.approvedBy.at(-1);
      return lastApprover && permissions.every((each) => may(lastApprover.role, each)) ? 'ok' : 'no_permission';
    },
    async second(pin) {
      if (!directory().exist()) return sharedPins.second.check(pin);
      if (pin === undefined) return 'pin_needed';
      const first = new Set(currentActor()?.approvedBy.map(({ id }) => id));
      return approvedBy(({ id }) => !first.has(id), pin, secondLock(present()));
    },
    isSet: async () => directory().exist() || sharedPins.supervisor.isSet(),
  };
}

/** Locks that count wrong PINs entered for another person. */
const approveLock = (id: string): string => `approve:${id}`;
const secondLock = (id: string): string => `second:${id}`;
export const guessLocks = (id: string): string[] => [approveLock(id), secondLock(id)];

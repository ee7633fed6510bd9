import { may, type Permission, type Person } from '../../shared/domain/staff.ts';
import { currentActor } from '../api/index.ts';
import type { SupervisorVerdict } from '../sales/index.ts';
import type { PinRateLimiter } from './pin-rate-limiter.ts';
import type { PersonPins, PinLock } from './pins.ts';
import type { StaffDirectory } from './session.ts';

/** Permissions granted for one call by another person's PIN. */
export interface Elevation {
  /** @param permissions that the PIN's person must have. no_permission: the PIN is right, the person lacks them */
  allow(pin: string | undefined, permissions: readonly Permission[]): Promise<SupervisorVerdict | 'no_permission'>;
  /** the PIN of a supervisor or an owner; the shared PIN while there are no people */
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
  /** the PIN of anybody but the person whose PIN was given first */
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
    const known = verdicts?.get(pin) ?? approver(pin);
    verdicts?.set(pin, known);
    return known;
  };

  return {
    supervisor,
    async allow(pin, permissions) {
      const verdict = await supervisor(pin);
      if (verdict !== 'ok') return verdict;
      const given = currentActor()?.approvedBy.at(-1);
      return given && permissions.every((each) => may(given.role, each)) ? 'ok' : 'no_permission';
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

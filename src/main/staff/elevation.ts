import { may, type Permission, type Person } from '../../shared/domain/staff.ts';
import { currentActor } from '../api/index.ts';
import type { SupervisorVerdict } from '../sales/index.ts';
import type { PinRateLimiter } from './pin-rate-limiter.ts';
import type { PersonPins, PinLock } from './pins.ts';
import type { StaffDirectory } from './session.ts';

/** What somebody's PIN allows once, beside whoever is signed in. */
export interface Elevation {
  /** @param permissions what the PIN's person must be allowed; no_permission: they are known, and are not */
  allow(pin: string | undefined, permissions: readonly Permission[]): Promise<SupervisorVerdict | 'no_permission'>;
  /** of a supervisor or an owner; of the one PIN "supervisor" while nobody is set up */
  supervisor(pin: string | undefined): Promise<SupervisorVerdict>;
  /** of anybody but the one who gave the first PIN */
  second(pin: string | undefined): Promise<SupervisorVerdict>;
  /** a supervisor's PIN is there to be asked for */
  isSet(): Promise<boolean>;
}

interface ElevationDeps {
  directory(): StaffDirectory;
  pins: PersonPins;
  attempts: PinRateLimiter;
  /** the PINs of a shop without people */
  sharedPins: { supervisor: PinLock; second: PinLock };
}

/**
 * Wrong PINs are counted against whoever is signed in: guessing at a supervisor's PIN locks nobody but the one who guesses, and
 * one's own PIN, typed in between, forgives nothing.
 */
export function createElevation({ directory, pins, attempts, sharedPins }: ElevationDeps): Elevation {
  const present = (): string => currentActor()?.person?.id ?? 'nobody';

  /** The one of those who count whose PIN it is has approved, and is named so. */
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
    // Asked anew: the owner may have taken them away meanwhile, or given them another role.
    const person = people().find((each) => each.id === id);
    if (!person) return (await attempts.waitMs(lock)) > 0 ? 'locked' : 'wrong_pin';
    // One's own was known before: whoever could forgive their guesses with it would have as many as they like.
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

/** By which wrong PINs are counted that somebody typed into fields for another's. */
const approveLock = (id: string): string => `approve:${id}`;
const secondLock = (id: string): string => `second:${id}`;
export const guessLocks = (id: string): string[] => [approveLock(id), secondLock(id)];

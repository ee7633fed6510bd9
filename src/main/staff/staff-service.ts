import type { KonterEvent } from '../../shared/contract/events.ts';
import type { PeopleState } from '../../shared/contract/people.ts';
import { type By, may, type Permission, type Person, permissions } from '../../shared/domain/staff.ts';
import { eventWithoutCosts } from '../api/index.ts';
import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import { createElevation, type Elevation } from './elevation.ts';
import { createPeoplePins, type PeoplePins } from './person-pins.ts';
import { createPinLock, type PinLock } from './pin-lock.ts';
import { createPinRateLimiter, type PinRateLimiter } from './pin-rate-limiter.ts';
import { createSession, type Session } from './session.ts';
import { openStaffDirectory, type StaffDirectory } from './staff-directory.ts';
import type { StaffRepository } from './staff-types.ts';

/** The people of the counter, for whichever world is open. */
export interface StaffService {
  roster(): StaffDirectory;
  session: Session;
  approval: Elevation;
  pins: PeoplePins;
  tries: PinRateLimiter;
  /** what every field for a supervisor's PIN takes: a person's, or the shop's one PIN while nobody is set up */
  pin: PinLock;
  /** of anybody else */
  secondPin: PinLock;
  /** the shop's one PIN alone */
  pinBefore: PinLock;
  /** a world was opened */
  enter(book: StaffRepository, mode: 'training' | 'live'): Promise<void>;
  /** once, when this person signs in next */
  onSignIn(id: string, work: () => Promise<void>): void;
  /** this person signed in: they are at the counter from here on */
  arrived(person: By): void;
  /** after people were changed: reads them anew; whoever may not sign in any more is not signed in */
  changed(): Promise<void>;
  state(): Promise<PeopleState>;
  /** an event as pages may hear it now; null: nobody is signed in, and it is nothing for whoever looks on */
  forPages(event: KonterEvent): KonterEvent | null;
  stop(): void;
}

const lookEveryMs = 5000;
/** What the screen is drawn with, also while nobody is signed in: nothing of it is about a customer. */
const always: ReadonlySet<KonterEvent['type']> = new Set<KonterEvent['type']>([
  'people',
  'status',
  'updates',
  'reload',
]);
const nobody: StaffDirectory = {
  all: () => [],
  exist: () => false,
  active: () => [],
  find: () => null,
  mayChange: () => true,
  reload: () => Promise.resolve(),
};

export function createStaffService(parts: {
  secrets: Secrets;
  clock: Clock;
  random: Random;
  inTraining(): boolean;
  idleMinutes(): number | null;
  publish(event: KonterEvent): void;
  log: Log;
}): StaffService {
  let roster = nobody;
  /** as live was last open, since the program started */
  let liveRoster = nobody;
  const atSignIn = new Map<string, () => Promise<void>>();
  const { secrets, clock, random, log } = parts;
  const tries = createPinRateLimiter(secrets, clock);
  const before = {
    supervisor: createPinLock(secrets, random, tries, 'supervisorPin', parts.inTraining),
    second: createPinLock(secrets, random, tries, 'secondPin', parts.inTraining),
  };
  const pins = createPeoplePins(secrets, random);
  const publishState = (): void => {
    void state().then(
      (now) => parts.publish({ type: 'people', state: now }),
      () => log.warn('who is at the counter could not be told'),
    );
  };
  const session = createSession({ clock, idleMinutes: parts.idleMinutes, changed: publishState });
  const stopLooking = clock.every(lookEveryMs, () => session.look());

  /** Whoever is signed in as the roster knows them now. */
  const refresh = (): void => {
    const present = session.present();
    const person = present && roster.find(present.id);
    if (present && !person?.active) session.lock('locked');
    else if (person) session.rename(byOf(person));
  };

  const state = async (): Promise<PeopleState> => {
    const present = session.present();
    const active = roster.active().map(byOf);
    // A page shows who works here also while no PIN can be looked at.
    const waits = await Promise.all(
      active.map(({ id }) =>
        tries.waitMs(signInLock(id)).catch((error: unknown) => {
          if (error instanceof SecretsError) return 0;
          throw error;
        }),
      ),
    );
    return {
      exist: roster.exist(),
      present,
      may: all.filter((each) => !roster.exist() || may(present?.role ?? null, each)),
      last: session.last(),
      why: roster.exist() ? session.why() : null,
      people: active.map((person, at) => Object.assign({ waitMs: Math.ceil(waits[at] ?? 0) }, person)),
      mayChange: roster.mayChange(),
    };
  };

  const approval = createElevation({ roster: () => roster, pins, tries, before });
  return {
    roster: () => roster,
    session,
    approval,
    pin: joined(before.supervisor, approval.supervisor, () => roster.exist()),
    secondPin: joined(before.second, approval.second, () => roster.exist()),
    pinBefore: before.supervisor,
    pins,
    tries,
    async enter(book, mode) {
      roster = await openStaffDirectory(book, mode === 'live' ? [] : liveRoster.all());
      if (mode === 'live') liveRoster = roster;
      refresh();
    },
    onSignIn(id, work) {
      atSignIn.set(id, work);
    },
    arrived(person) {
      session.signIn(person);
      const work = atSignIn.get(person.id);
      atSignIn.delete(person.id);
      void work?.().catch(() => log.warn('a file could not be removed'));
    },
    async changed() {
      await roster.reload();
      refresh();
      publishState();
    },
    state,
    forPages(event) {
      const role = session.present()?.role ?? null;
      if (!roster.exist() || may(role, 'seeCosts') || always.has(event.type)) return event;
      return role === null ? null : eventWithoutCosts(event);
    },
    stop: () => stopLooking(),
  };
}

function joined(before: PinLock, check: PinLock['check'], people: () => boolean): PinLock {
  return {
    isSet: async () => people() || before.isSet(),
    isTaken: async (pin) => !people() && before.isTaken(pin),
    check,
    sealed: (pin) => before.sealed(pin),
  };
}

/** By which wrong PINs of one person are counted. */
export const signInLock = (id: string): string => `sign-in:${id}`;

export const byOf = ({ id, name, role }: Person | By): By => ({ id, name, role });

// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the table are its permissions
const all = Object.keys(permissions) as Permission[];

import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { eventWithoutCosts, type KonterEvent } from '../../shared/contract/events.ts';
import type { PeopleState } from '../../shared/contract/people.ts';
import { type By, may, type Permission, type Person, permissions } from '../../shared/domain/staff.ts';

import { type Secrets, SecretsError } from '../base/secrets.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import { createPinRateLimiter, type PinRateLimiter } from './pin-rate-limiter.ts';
import { createPersonPins, createPinLock, type derivePin, type PersonPins, type PinLock } from './pins.ts';
import {
  createElevation,
  createSession,
  type Elevation,
  openStaffDirectory,
  type Session,
  type StaffDirectory,
} from './session.ts';
import type { StaffRepository } from './staff-repository.ts';

/** The people of the counter, in the current mode. */
export interface StaffService {
  directory(): StaffDirectory;
  session: Session;
  elevation: Elevation;
  pins: PersonPins;
  attempts: PinRateLimiter;
  /** the PIN that a supervisor's field takes: a person's, or the shared one while there are no people */
  pin: PinLock;
  /** the PIN of a second person */
  secondPin: PinLock;
  /** the shop's shared PIN alone */
  sharedPin: PinLock;
  /** reads the people of the database that was opened */
  openDirectory(book: StaffRepository, mode: 'training' | 'live'): Promise<void>;
  /** runs once, when this person signs in next */
  onSignIn(id: string, work: () => Promise<void>): void;
  /** signs this person in */
  arrived(person: By): void;
  /** to be called after a change: reads the people again and signs out anybody who is no longer active */
  changed(): Promise<void>;
  state(): Promise<PeopleState>;
  /** the event as pages may receive it; null: no person is signed in and the event is not public */
  forPages(event: KonterEvent): KonterEvent | null;
  stop(): void;
}

const idleCheckMs = 5000;
/** Events that every page receives, signed in or not; they name no customer. */
const publicEvents: ReadonlySet<KonterEvent['type']> = new Set<KonterEvent['type']>([
  'people',
  'status',
  'updates',
  'reload',
]);
const emptyDirectory: StaffDirectory = {
  all: () => [],
  exist: () => false,
  active: () => [],
  find: () => null,
  mayChange: () => true,
  reload: () => Promise.resolve(),
};

export function createStaffService(deps: {
  secrets: Secrets;
  clock: Clock;
  random: Random;
  derivePin: typeof derivePin;
  inTraining(): boolean;
  idleMinutes(): number | null;
  publish(event: KonterEvent): void;
  log: Log;
}): StaffService {
  let directory = emptyDirectory;
  /** as last read in live, since the program started */
  let liveDirectory = emptyDirectory;
  const atSignIn = new Map<string, () => Promise<void>>();
  const { secrets, clock, random, derivePin: derive, log } = deps;
  const attempts = createPinRateLimiter(secrets, clock);
  const sharedPins = {
    supervisor: createPinLock(secrets, random, attempts, 'supervisorPin', deps.inTraining, derive),
    second: createPinLock(secrets, random, attempts, 'secondPin', deps.inTraining, derive),
  };
  const pins = createPersonPins(secrets, random, derive);
  const publishState = (): void => {
    void state().then(
      (now) => deps.publish({ type: 'people', state: now }),
      () => log.warn('cannot publish who is signed in'),
    );
  };
  const session = createSession({ clock, idleMinutes: deps.idleMinutes, changed: publishState });
  const stopIdleTimer = clock.every(idleCheckMs, () => session.lockIfIdle());

  /** Updates the signed-in person from the directory; signs them out when they are no longer active. */
  const refresh = (): void => {
    const present = session.present();
    const person = present && directory.find(present.id);
    if (present && !person?.active) session.lock('locked');
    else if (person) session.rename(byOf(person));
  };

  const state = async (): Promise<PeopleState> => {
    const present = session.present();
    const active = directory.active().map(byOf);
    // The people are shown even while attempts cannot be read.
    const waits = await Promise.all(
      active.map(({ id }) =>
        attempts.waitMs(signInLock(id)).catch((error: unknown) => {
          if (error instanceof SecretsError) return 0;
          throw error;
        }),
      ),
    );
    return {
      exist: directory.exist(),
      present,
      may: allPermissions.filter((each) => !directory.exist() || may(present?.role ?? null, each)),
      last: session.last(),
      why: directory.exist() ? session.why() : null,
      people: active.map((person, at) => Object.assign({ waitMs: Math.ceil(waits[at] ?? 0) }, person)),
      mayChange: directory.mayChange(),
    };
  };

  const elevation = createElevation({ directory: () => directory, pins, attempts, sharedPins });
  return {
    directory: () => directory,
    session,
    elevation,
    pin: personOrSharedPin(sharedPins.supervisor, elevation.supervisor, () => directory.exist()),
    secondPin: personOrSharedPin(sharedPins.second, elevation.second, () => directory.exist()),
    sharedPin: sharedPins.supervisor,
    pins,
    attempts,
    async openDirectory(book, mode) {
      directory = await openStaffDirectory(book, mode === 'live' ? [] : liveDirectory.all());
      if (mode === 'live') liveDirectory = directory;
      refresh();
    },
    onSignIn(id, work) {
      atSignIn.set(id, work);
    },
    arrived(person) {
      session.signIn(person);
      const work = atSignIn.get(person.id);
      atSignIn.delete(person.id);
      void work?.().catch(() => log.warn('cannot remove the file of a forgotten PIN'));
    },
    async changed() {
      await directory.reload();
      refresh();
      publishState();
    },
    state,
    forPages(event) {
      const role = session.present()?.role ?? null;
      if (!directory.exist() || may(role, 'seeCosts') || publicEvents.has(event.type)) return event;
      return role === null ? null : eventWithoutCosts(event);
    },
    stop: stopIdleTimer,
  };
}

function personOrSharedPin(before: PinLock, check: PinLock['check'], people: () => boolean): PinLock {
  return {
    isSet: async () => people() || before.isSet(),
    isTaken: async (pin) => !people() && before.isTaken(pin),
    check,
    hash: (pin) => before.hash(pin),
  };
}

/** The lock that counts a person's wrong PINs at sign-in. */
export const signInLock = (id: string): string => `sign-in:${id}`;

export const byOf = ({ id, name, role }: Person | By): By => ({ id, name, role });

// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of the table are its permissions
const allPermissions = Object.keys(permissions) as Permission[];

/**
 * The way back in for an owner who forgot the PIN. A person with access to the data folder puts a file of this name
 * there and starts Konter. A random PIN is set for the owner and written into the file; the file is removed when the
 * owner has signed in, and the reset is an event. Write access to that folder already allows replacing the whole
 * database, so this gives nothing more away.
 */
export async function resetForgottenPin(
  path: string,
  people: StaffService,
  book: StaffRepository,
  { at, log }: { at: string; log: Log },
): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null || !people.directory().mayChange()) return;
  const owner = findOwner(text, people.directory().active());
  if (!owner) return;
  // Rejects while the secrets cannot be opened, before anything is recorded.
  const pin = await randomUnusedPin(people);
  // The event is recorded before the PIN changes.
  await book.note('people.reset', byOf(owner), at);
  await people.pins.set(owner.id, pin);
  await people.attempts.succeed(signInLock(owner.id));
  await writeFileAtomic(path, fileText(owner.name, pin), { mode: 0o600 });
  log.warn('an owner’s PIN was reset by the file in the data folder');
  people.onSignIn(owner.id, () => rm(path, { force: true }));
}

/** The owner whose name is in the file, otherwise the first one. */
function findOwner(text: string, active: readonly Person[]): Person | null {
  const owners = active.filter(({ role }) => role === 'owner');
  const named = owners.find(({ name }) => text.toLowerCase().includes(name.toLowerCase()));
  return named ?? owners[0] ?? null;
}

async function randomUnusedPin({ pins, directory }: StaffService): Promise<string> {
  const ids = directory()
    .active()
    .map(({ id }) => id);
  for (;;) {
    const pin = String(randomInt(100_000, 1_000_000));
    if ((await pins.findOwner(pin, ids)) === null) return pin;
  }
}

const fileText = (name: string, pin: string): string =>
  `${name}: ${pin}\n\nMasuk dengan PIN ini, lalu pilih PIN baru di Pengaturan > Pengguna & PIN. File ini hilang sesudah itu.\n` +
  `Sign in with this PIN, then choose a new one under Settings > Users & PIN. This file is deleted then.\n`;

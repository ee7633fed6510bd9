import { v7 } from 'uuid';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers, HandlersOf, Input, Output } from '../../shared/contract/registry.ts';
import { fold } from '../../shared/domain/search/matching.ts';
import { isWeakPin, type Person } from '../../shared/domain/staff.ts';
import { withoutUndefined } from '../api/index.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Clock, isoNow, type Log, type Random } from '../base/system.ts';
import type { AuditLog } from '../db/audit-log.ts';
import { guessLocks } from './session.ts';
import type { StaffRepository } from './staff-repository.ts';
import { byOf, type StaffService, signInLock } from './staff-service.ts';

interface StaffRuntime {
  db: { readonly people: StaffRepository; readonly auditLog: AuditLog };
  ports: { clock: Clock; random: Random };
}

interface StaffApiDeps {
  runtime(): StaffRuntime;
  people: StaffService;
  statusChanged(): void;
  log: Log;
}

type Listed = Output<'people.list'>;

/** people.* */
export function peopleHandlers(deps: StaffApiDeps): HandlersOf<'people'> {
  const { runtime, people } = deps;
  const { session } = people;
  /** serialised: two people must not get the same PIN, and only one first owner is made */
  const queue = createSerialQueue();
  return {
    'people.state': async () => ok(await people.state()),
    'people.signIn': (input) => signIn(deps, input),
    async 'people.lock'() {
      session.lock('locked');
      return ok(await people.state());
    },
    async 'people.extendSession'() {
      if (session.present()) session.touch();
      return ok({});
    },
    'people.setUp': (input) => queue(() => setUp(deps, input)),
    'people.list': async () => ok(await listed(people)),
    'people.add': (input) => queue(() => add(deps, input)),
    'people.change': (input) => queue(() => change(deps, input)),
    'people.changes': async (input) => {
      const { before, limit = 50 } = input ?? {};
      const { auditLog } = runtime().db;
      return ok({ changes: await auditLog.list({ limit, ...(before === undefined ? {} : { before }) }) });
    },
    'people.log': async (input) => {
      const { before, limit = 50 } = input ?? {};
      return ok({ events: await repositoryOf(deps).log({ limit, ...(before === undefined ? {} : { before }) }) });
    },
  };
}

const repositoryOf = ({ runtime }: StaffApiDeps): StaffRepository => runtime().db.people;
const nowOf = ({ runtime }: StaffApiDeps): string => isoNow(runtime().ports.clock);

async function signIn(deps: StaffApiDeps, { id, pin }: Input<'people.signIn'>): ReturnType<Handlers['people.signIn']> {
  const { people } = deps;
  const { pins, attempts } = people;
  /** called again after awaits: another window may have removed the person or changed their role */
  const findPerson = (): Person | null =>
    people
      .directory()
      .active()
      .find((each) => each.id === id) ?? null;
  const person = findPerson();
  if (!person) return noSuchPerson();
  const lock = signInLock(id);
  if (!(await attempts.begin(lock))) return fail('not_allowed', 'Too many wrong PINs.', { reason: 'locked' });
  if ((await pins.findOwner(pin, [id])) !== id) {
    const isLocked = (await attempts.waitMs(lock)) > 0;
    if (isLocked) await noted(deps, 'people.locked_out', person);
    await people.changed();
    const attemptsLeft = await attempts.left(lock);
    return fail('not_allowed', 'This is not the PIN.', {
      reason: isLocked ? 'locked' : 'wrong_pin',
      ...(isLocked || attemptsLeft === 0 ? {} : { attemptsLeft }),
    });
  }
  const wrongBefore = await attempts.succeed(lock);
  if (findPerson()) await noted(deps, 'people.signed_in', person);
  const current = findPerson();
  if (!current) return noSuchPerson();
  people.arrived(byOf(current));
  return ok({ state: await people.state(), wrongBefore });
}

/** A failing disk does not prevent a sign-in: open sales need attention. */
function noted(deps: StaffApiDeps, type: 'people.locked_out' | 'people.signed_in', person: Person): Promise<void> {
  return repositoryOf(deps)
    .note(type, byOf(person), nowOf(deps))
    .catch(() => deps.log.warn('cannot record a sign-in'));
}

async function setUp(deps: StaffApiDeps, input: Input<'people.setUp'>): ReturnType<Handlers['people.setUp']> {
  const { name, pin, supervisorPin } = input;
  const { people, statusChanged } = deps;
  const { sharedPin } = people;
  if (people.directory().exist()) return fail('not_allowed', 'There are people already.', { reason: 'people_exist' });
  if (isWeakPin(pin)) return invalidField('weak_pin', 'pin');
  if (await sharedPin.isSet()) {
    const verdict = await sharedPin.check(supervisorPin);
    if (verdict !== 'ok') return fail('not_allowed', 'The supervisor’s PIN is needed.', { reason: verdict });
  }
  await save(deps, { name, role: 'owner', pin }, { andSignIn: true });
  statusChanged();
  return ok(await people.state());
}

async function add(deps: StaffApiDeps, input: Input<'people.add'>): Promise<Result<Listed>> {
  const { people } = deps;
  if (!people.directory().mayChange()) return changedInLiveOnly();
  if (!people.directory().exist())
    return fail('not_allowed', 'The first one is an owner.', { reason: 'no_permission' });
  const refusal = checkName(people, input.name, null) ?? (await checkPin(people, input.pin, null));
  if (refusal) return refusal;
  await save(deps, input);
  return ok(await listed(people));
}

async function save(
  deps: StaffApiDeps,
  { name, role, pin }: Input<'people.add'>,
  { andSignIn } = { andSignIn: false },
): Promise<void> {
  const { runtime, people } = deps;
  const person = { id: newId(runtime()), name, role, active: true, createdAt: nowOf(deps) };
  // The PIN is stored first: a person without one could never sign in, a hash without a person does no harm.
  await people.pins.set(person.id, pin);
  await repositoryOf(deps).add(person, person.createdAt);
  // Before the state is published, so that the first owner's page is not locked.
  if (andSignIn) people.arrived(byOf(person));
  await people.changed();
}

async function change(deps: StaffApiDeps, { id, pin, ...changes }: Input<'people.change'>): Promise<Result<Listed>> {
  const { people } = deps;
  const { pins, attempts } = people;
  if (!people.directory().mayChange()) return changedInLiveOnly();
  const person = people.directory().find(id);
  if (!person) return noSuchPerson();
  if (changes.active === true && !person.active && pin === undefined) {
    // The old PIN may belong to another person by now.
    return fail('invalid_input', 'Who comes back needs a new PIN.', { reason: 'pin_needed', fields: ['pin'] });
  }
  const refusal =
    (changes.name === undefined ? null : checkName(people, changes.name, id)) ??
    (pin ? await checkPin(people, pin, id) : null);
  if (refusal) return refusal;
  const meta = { at: nowOf(deps), newPin: pin !== undefined };
  if (!(await repositoryOf(deps).change(id, withoutUndefined(changes), meta))) {
    return fail('not_allowed', 'The last owner stays one.', { reason: 'last_owner' });
  }
  // A restored older backup would make the person active again; without a PIN they cannot sign in.
  if (changes.active === false) await pins.forget(id);
  if (pin !== undefined) {
    await pins.set(id, pin);
    for (const lock of [signInLock(id), ...guessLocks(id)]) await attempts.succeed(lock);
  }
  await people.changed();
  return ok(await listed(people));
}

const listed = async ({ directory, pins }: StaffService): Promise<Listed> => ({
  people: await Promise.all(
    directory()
      .all()
      .map(async (person) => Object.assign({ pin: await pins.has(person.id) }, person)),
  ),
});

async function checkPin(
  { directory, pins }: StaffService,
  pin: string,
  exceptId: string | null,
): Promise<Result<never> | null> {
  if (isWeakPin(pin)) return invalidField('weak_pin', 'pin');
  const ids = directory()
    .active()
    .map(({ id }) => id);
  const whose = await pins.findOwner(
    pin,
    ids.filter((id) => id !== exceptId),
  );
  return whose === null ? null : invalidField('pin_taken', 'pin');
}

const checkName = ({ directory }: StaffService, name: string, exceptId: string | null): Result<never> | null =>
  directory()
    .active()
    .some((each) => each.id !== exceptId && sameName(each.name, name))
    ? invalidField('name_taken', 'name')
    : null;

const invalidField = (reason: 'weak_pin' | 'pin_taken' | 'name_taken', field: string) =>
  fail('invalid_input', 'This cannot be taken.', { reason, fields: [field] });
const noSuchPerson = () => fail('not_found', 'There is no such person.');
const changedInLiveOnly = () =>
  fail('not_allowed', 'These people are changed in live.', { reason: 'people_elsewhere' });
const sameName = (one: string, other: string): boolean => fold(one) === fold(other);
const newId = ({ ports: { clock, random } }: StaffRuntime): string =>
  v7({ msecs: clock.now(), random: random.bytes(16) });

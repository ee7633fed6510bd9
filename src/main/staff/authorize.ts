import { errorWithoutCosts, fail, type Result } from '../../shared/contract/errors.ts';
import type { Procedure } from '../../shared/contract/procedure.ts';
import { procedureNames } from '../../shared/contract/procedure-names.ts';
import {
  type Handlers,
  type Input,
  type Output,
  type ProcedureName,
  registry,
} from '../../shared/contract/registry.ts';
import { may, type Permission, type Role } from '../../shared/domain/staff.ts';
import { runAs } from '../api/index.ts';
import type { Elevation, Session, StaffDirectory } from './session.ts';

interface GuardDeps {
  directory(): StaffDirectory;
  session: Session;
  elevation: Elevation;
}

/**
 * Checks the permissions of each call against the person at the counter, for either host, and redacts the answer.
 * Without people everything is allowed. The actor is determined when the call arrives: a sale that is being sent
 * stays theirs when the counter is locked or another person signs in before the answer.
 */
export function withPermissionChecks(handlers: Handlers, deps: GuardDeps): Handlers {
  const one = <N extends ProcedureName>(name: N) => [
    name,
    (input: Input<N>) => serve(deps, name, input, handlers[name]),
  ];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one function for each name, made from that name's own
  return Object.fromEntries(procedureNames.map(one)) as Handlers;
}

/** The part of a row of the contract that says who may call it, and what of its answer they may see. */
type Access<N extends ProcedureName> = Pick<Procedure, 'pin' | 'extendsSession'> & {
  needs: 'anybody' | 'signedIn' | Permission | ((input: Input<N>) => readonly Permission[]);
  costs?: (answer: Output<N>) => Output<N>;
  mailbox?: (answer: Output<N>) => Output<N>;
};

function accessTo<N extends ProcedureName>(name: N): Access<N> {
  const row: unknown = registry[name];
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the row under this name is what Input<N> and Output<N> are made of
  return row as Access<N>;
}

/** @returns null: answered also while no person is signed in */
export function permissionsFor<N extends ProcedureName>(name: N, input: Input<N>): readonly Permission[] | null {
  const { needs } = accessTo(name);
  if (needs === 'anybody') return null;
  if (needs === 'signedIn') return [];
  return typeof needs === 'function' ? needs(input) : [needs];
}

async function serve<N extends ProcedureName>(
  { directory, session, elevation }: GuardDeps,
  name: N,
  input: Input<N>,
  handler: (input: Input<N>) => Promise<Result<Output<N>>>,
): Promise<Result<Output<N>>> {
  if (!directory().exist()) return runAs(null, () => handler(input));
  const person = session.present();
  const needed = permissionsFor(name, input);
  const answer = async (): Promise<Result<Output<N>>> => withoutMailbox(person, name, await handler(input));
  if (needed === null) return runAs(person, answer);
  if (!person) return fail('not_allowed', 'No person is signed in at this counter.', { reason: 'not_signed_in' });
  if (accessTo(name).extendsSession !== false) session.touch();
  return runAs(person, async () => {
    const refusal = await checkPermissions(elevation, person.role, needed, name, input);
    if (refusal) return refusal;
    const result = await answer();
    return may(person.role, 'seeCosts') ? result : withoutCosts(name, result);
  });
}

const withoutMailbox = <N extends ProcedureName>(
  person: ReturnType<Session['present']>,
  name: N,
  result: Result<Output<N>>,
): Result<Output<N>> =>
  person && may(person.role, 'settingsConnection') ? result : redacted(result, accessTo(name).mailbox);

function withoutCosts<N extends ProcedureName>(name: N, result: Result<Output<N>>): Result<Output<N>> {
  return result.ok ? redacted(result, accessTo(name).costs) : { ok: false, error: errorWithoutCosts(result.error) };
}

const redacted = <T>(result: Result<T>, redact: ((answer: T) => T) | undefined): Result<T> =>
  result.ok && redact ? { ok: true, value: redact(result.value) } : result;

/** What the role lacks is opened once by the PIN of somebody who has it, where the procedure takes one. @returns null: allowed */
async function checkPermissions(
  elevation: Elevation,
  role: Role,
  needed: readonly Permission[],
  name: ProcedureName,
  input: unknown,
): Promise<Result<never> | null> {
  if (needed.includes('override') && textOf(input, 'reason') === undefined) {
    return fail('invalid_input', 'An override needs a reason.', { reason: 'reason_needed', fields: ['reason'] });
  }
  const missing = needed.filter((each) => !may(role, each));
  if (missing.length === 0) return null;
  const verdict = accessTo(name).pin ? await elevation.allow(textOf(input, 'pin'), missing) : 'no_permission';
  return verdict === 'ok' ? null : fail('not_allowed', 'This role may not do this.', { reason: verdict });
}

function textOf(input: unknown, name: 'pin' | 'reason'): string | undefined {
  if (typeof input !== 'object' || input === null || !(name in input)) return undefined;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

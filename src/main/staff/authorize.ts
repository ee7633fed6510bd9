import { fail, type Result } from '../../shared/contract/errors.ts';
import { type ProcedureName, procedureNames } from '../../shared/contract/names.ts';
import type { Handlers, Input, Output } from '../../shared/contract/registry.ts';
import type { SettingsView } from '../../shared/contract/settings.ts';
import { withoutMailboxIds } from '../../shared/domain/provider-answer.ts';
import { may, type Permission } from '../../shared/domain/staff.ts';
import { doesNotExtendSession, elevatableByPin, permissionsFor, runAs, withoutCosts } from '../api/index.ts';
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

async function serve<N extends ProcedureName>(
  { directory, session, elevation }: GuardDeps,
  name: N,
  input: Input<N>,
  handler: (input: Input<N>) => Promise<Result<Output<N>>>,
): Promise<Result<Output<N>>> {
  if (!directory().exist()) return runAs(null, () => handler(input));
  const person = session.present();
  const needed = permissionsFor(name, input);
  if (needed === null) return forRole(person, name, await runAs(person, () => handler(input)));
  if (!person) return fail('not_allowed', 'Nobody is signed in at this counter.', { reason: 'nobody_signed_in' });
  if (!doesNotExtendSession.has(name)) session.touch();
  return runAs(person, async () => {
    const refusal = await checkPermissions(
      elevation,
      name,
      input,
      needed.filter((each) => !may(person.role, each)),
      needed,
    );
    if (refusal) return refusal;
    const result = forRole(person, name, await handler(input));
    return may(person.role, 'seeCosts') ? result : withoutCosts(name, result);
  });
}

/**
 * Hides the mailbox id from roles without access to the connection: anybody who knows it can post into a mailbox
 * without a key.
 */
const forRole = <N extends ProcedureName>(
  person: ReturnType<Session['present']>,
  name: N,
  result: Result<Output<N>>,
): Result<Output<N>> => (person && may(person.role, 'settingsConnection') ? result : withoutMailbox(name, result));

async function checkPermissions(
  elevation: Elevation,
  name: ProcedureName,
  input: unknown,
  missing: readonly Permission[],
  needed: readonly Permission[],
): Promise<Result<never> | null> {
  if (needed.includes('override') && textOf(input, 'reason') === undefined) {
    return fail('invalid_input', 'An override needs a reason.', { reason: 'reason_needed', fields: ['reason'] });
  }
  if (missing.length === 0) return null;
  const verdict = elevatableByPin.has(name) ? await elevation.allow(textOf(input, 'pin'), missing) : 'no_permission';
  return verdict === 'ok' ? null : fail('not_allowed', 'This role may not do this.', { reason: verdict });
}

function textOf(input: unknown, name: 'pin' | 'reason'): string | undefined {
  if (typeof input !== 'object' || input === null || !(name in input)) return undefined;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

const viewWithoutMailbox = (view: SettingsView): SettingsView => ({
  ...view,
  settings: { ...view.settings, relay: { ...view.settings.relay, mailbox: null } },
});

const mailboxRedactions: { readonly [N in ProcedureName]?: (output: Output<N>) => Output<N> } = {
  'settings.get': viewWithoutMailbox,
  'settings.save': viewWithoutMailbox,
  'transactions.timeline': (events) =>
    events.map((event) => ({
      ...event,
      bodies: event.bodies.map((body) => ({ ...body, text: withoutMailboxIds(body.text) })),
    })),
  'webhooks.quarantined': (webhooks) =>
    webhooks.map((webhook) => ({ ...webhook, body: withoutMailboxIds(webhook.body) })),
};

function withoutMailbox<N extends ProcedureName>(name: N, result: Result<Output<N>>): Result<Output<N>> {
  const redact = mailboxRedactions[name];
  return result.ok && redact ? { ok: true, value: redact(result.value) } : result;
}

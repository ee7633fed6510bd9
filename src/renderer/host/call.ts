import { z } from 'zod';
import { type ErrorCode, fail, KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { ProcedureName } from '../../shared/contract/names.ts';
import { type Given, type Output, registry } from '../../shared/contract/registry.ts';

const Answered = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: KonterError }),
]);

const hearGone = new Set<() => void>();

/** Told whenever a call found that the host does not answer. */
export function whenHostGone(hear: () => void): void {
  hearGone.add(hear);
}

type HearAnswer = (name: ProcedureName, code: ErrorCode | null) => void;
const hearAnswers = new Set<HearAnswer>();

/** Told of every answer, by the error's code or null; for the drills, which see what was pressed by what main said to it. */
export function whenAnswered(hear: HearAnswer): () => void {
  hearAnswers.add(hear);
  return () => void hearAnswers.delete(hear);
}

/** `konter.transactions.get` for "transactions.get"; undefined where the host does not offer it. */
function methodOf(host: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), host);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Asks main for one thing. Never rejects: a host that is gone is `internal` with reason "host_gone", an answer that is not
 * what the contract says is `internal` with reason "bad_output".
 */
export async function call<N extends ProcedureName>(name: N, ...given: CallInput<N>): Promise<Result<Output<N>>> {
  const answer = await ask(name, ...given);
  for (const hear of hearAnswers) hear(name, answer.ok ? null : answer.error.code);
  return answer;
}

async function ask<N extends ProcedureName>(name: N, ...given: CallInput<N>): Promise<Result<Output<N>>> {
  try {
    const method = methodOf(window.konter, name);
    if (typeof method !== 'function') return gone();
    const answered = Answered.safeParse(await method(...given));
    if (!answered.success) return fail('internal', `${name} answered no result.`, { reason: 'bad_output' });
    if (!answered.data.ok) return answered.data.error.reason === 'host_gone' ? gone() : answered.data;
    const value = registry[name].output.safeParse(answered.data.value);
    if (!value.success) return fail('internal', `${name} answered another shape.`, { reason: 'bad_output' });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by this very procedure's output schema
    return ok(value.data as Output<N>);
  } catch {
    return gone();
  }
}

function gone(): Result<never> {
  for (const hear of hearGone) hear();
  return fail('internal', 'The host does not answer.', { reason: 'host_gone' });
}

type CallInput<N extends ProcedureName> = undefined extends Given<N> ? [input?: Given<N>] : [input: Given<N>];

import { useEffect, useState } from 'react';
import { z } from 'zod';
import { type ErrorCode, fail, KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import { KonterEvent } from '../../shared/contract/events.ts';
import { firstRegistry } from '../../shared/contract/first-registry.ts';
import type { Output, ProcedureName, RawInput, Registry } from '../../shared/contract/registry.ts';

const AnswerEnvelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: KonterError }),
]);

const goneListeners = new Set<() => void>();

/** Called whenever the host does not answer a call. */
export function onHostGone(listener: () => void): void {
  goneListeners.add(listener);
}

type AnswerListener = (name: ProcedureName, code: ErrorCode | null) => void;
const answerListeners = new Set<AnswerListener>();

/** Called for every answer, with the error's code or null; the drills observe a learner by the answers of main. */
export function onAnswer(listener: AnswerListener): () => void {
  answerListeners.add(listener);
  return () => void answerListeners.delete(listener);
}

const pinListeners = new Set<(pin: string) => void>();

/** Called with a PIN that goes to main, whether it is right or wrong. */
export const onPin = (listener: (pin: string) => void): void => void pinListeners.add(listener);

/** `konter.transactions.get` for "transactions.get"; undefined where the host does not offer it. */
function methodOf(host: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), host);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Calls a procedure of main. Never rejects: a host that is gone is `internal` with reason "host_gone", an answer that the
 * contract does not allow is `internal` with reason "bad_output".
 */
export async function call<N extends ProcedureName>(name: N, ...input: CallInput<N>): Promise<Result<Output<N>>> {
  const argument: unknown = input[0];
  if (isObject(argument) && typeof argument['pin'] === 'string')
    for (const listener of pinListeners) listener(argument['pin']);
  const answer = await invoke(name, ...input);
  for (const listener of answerListeners) listener(name, answer.ok ? null : answer.error.code);
  return answer;
}

/** The rows of the contract that are loaded: those of the first screen, and each group from the first call of one on. */
const rows: Partial<Registry> = { ...firstRegistry };

/** Rejects where the page's files are gone. */
async function loadRow<N extends ProcedureName>(name: N): Promise<Registry[N]> {
  const { rowsWith } = await import('../../shared/contract/later-rows.ts');
  const row = Object.assign(rows, await rowsWith(name))[name];
  if (row === undefined) throw new TypeError(`the contract has no ${name}`);
  return row;
}

async function invoke<N extends ProcedureName>(name: N, ...input: CallInput<N>): Promise<Result<Output<N>>> {
  try {
    const method = methodOf(window.konter, name);
    if (typeof method !== 'function') return gone();
    // Before the call: what is asked for is not done where its answer could not be read.
    const { output } = rows[name] ?? (await loadRow(name));
    const answered = AnswerEnvelope.safeParse(await method(...input));
    if (!answered.success) return fail('internal', `${name} answered no result.`, { reason: 'bad_output' });
    if (!answered.data.ok) return answered.data.error.reason === 'host_gone' ? gone() : answered.data;
    const value = output.safeParse(answered.data.value);
    if (!value.success) return fail('internal', `${name} answered another shape.`, { reason: 'bad_output' });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- parsed by this very procedure's output schema
    return ok(value.data as Output<N>);
  } catch {
    return gone();
  }
}

function gone(): Result<never> {
  for (const listener of goneListeners) listener();
  return fail('internal', 'The host does not answer.', { reason: 'host_gone' });
}

type CallInput<N extends ProcedureName> = undefined extends RawInput<N> ? [input?: RawInput<N>] : [input: RawInput<N>];

/** Subscribes to main's events; unknown ones are ignored. Returns the function that unsubscribes. */
export function subscribe(listener: (event: KonterEvent) => void): () => void {
  try {
    return window.konter.subscribe((data) => {
      const event = KonterEvent.safeParse(data);
      if (event.success) listener(event.data);
    });
  } catch {
    return () => {};
  }
}

interface Answered<T> {
  query: string;
  version: unknown;
  answer: Result<T>;
}

/**
 * Main's answer to a query, read again whenever `version` changes. The last answer to the same query stays until the next one
 * is here; null before the first.
 * @param read the same function each time
 */
export function useAnswer<T>(
  read: (query: string) => Promise<Result<T>>,
  query: string,
  version: unknown,
): Answered<T> | null {
  const [answered, setAnswered] = useState<Answered<T> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const run = async (): Promise<void> => {
      const answer = await read(query);
      if (isCurrent) setAnswered({ query, version, answer });
    };
    void run();
    return () => {
      isCurrent = false;
    };
  }, [read, query, version]);
  return answered?.query === query ? answered : null;
}

interface Page<Row, Cursor> {
  rows: readonly Row[];
  /** where the next page starts; null on the last */
  next: Cursor | null;
}

/**
 * Pages of a list, one after the other; null before the first. An answer to an earlier `ask` is dropped. `more` reads the next page and
 * resolves to why that failed.
 * @param read a function that changes only with the listed data
 */
export function usePages<Row, Cursor, P extends Page<Row, Cursor>>(
  read: (from: Cursor | null) => Promise<Result<P & Page<Row, Cursor>>>,
) {
  const [answer, setAnswer] = useState<Result<P & Page<Row, Cursor>> | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const first = async (): Promise<void> => {
      const page = await read(null);
      if (isCurrent) setAnswer(page);
    };
    void first();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads once more
  }, [read, tries]);
  const next = answer?.ok ? answer.value.next : null;
  const more = async (): Promise<KonterError | null> => {
    const page = await read(next);
    if (!page.ok) return page.error;
    setAnswer((now) =>
      now !== answer || !now?.ok ? now : ok({ ...page.value, rows: [...now.value.rows, ...page.value.rows] }),
    );
    return null;
  };
  return { answer, more: next === null ? null : more, again: () => setTries((n) => n + 1) };
}

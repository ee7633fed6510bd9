import { z } from 'zod';
import { fail, type Result } from '../../shared/contract/errors.ts';
import { hasPin } from '../../shared/contract/procedure.ts';
import {
  type Handlers,
  type Input,
  isProcedureName,
  type ProcedureName,
  registry,
} from '../../shared/contract/registry.ts';
import { SecretsError } from '../base/secrets.ts';
import type { Log } from '../base/system.ts';
import { DatabaseError, diskReason } from '../db/database-error.ts';

/** Limits on an input: far above what any procedure needs, far below what would slow the counter down. */
const inputLimits = { depth: 8, values: 2_000, characters: 128_000 } as const;

const poison = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Serves one call of a page, the same for every host. Nothing is trusted: an unknown name or an input that its schema refuses
 * is `invalid_input`, the latter with the `fields`. Secrets that cannot be used are `not_configured`. Any other exception of a
 * handler is `internal`; its message does not leave this process. Never rejects.
 */
export async function dispatch(handlers: Handlers, name: unknown, input: unknown, log?: Log): Promise<Result<unknown>> {
  if (!isProcedureName(name)) return fail('invalid_input', 'There is no such procedure.', { fields: [] });
  if (!isPlainData(input)) return fail('invalid_input', 'The input is not plain data, or too large.', { fields: [] });
  const parsed = parseInput(name, input);
  if (!parsed.success) {
    return fail('invalid_input', 'The input is not as the contract says.', {
      fields: faultyFields(parsed.error.issues),
    });
  }
  const revealed = fieldsWithPin(parsed.data);
  if (revealed.length > 0) return fail('invalid_input', 'A PIN is not kept in a text.', { fields: revealed });
  try {
    return await serve(handlers, name, parsed.data);
  } catch (error) {
    log?.error('a procedure failed', { procedure: name, ...errorLocation(error) });
    if (error instanceof SecretsError) return fail('not_configured', error.message, { reason: error.reason });
    const reason = error instanceof DatabaseError ? { reason: diskReason[error.kind] } : {};
    return fail('internal', 'The counter failed inside; its log says more.', reason);
  }
}

function parseInput<N extends ProcedureName>(name: N, input: unknown): z.ZodSafeParseResult<Input<N>> {
  const schema: z.ZodType = registry[name].input;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the schema under this name is what Input<N> is made of
  return schema.safeParse(input) as z.ZodSafeParseResult<Input<N>>;
}

function serve<N extends ProcedureName>(handlers: Handlers, name: N, input: Input<N>): Promise<Result<unknown>> {
  return handlers[name](input);
}

const WithText = z.object({
  pin: z.string().optional(),
  secondPin: z.string().optional(),
  reason: z.string().optional(),
  note: z.string().optional(),
  payments: z.array(z.object({ reference: z.string().optional() })).optional(),
});

/** The texts of an input that the journal would keep with a PIN in them: it was typed into the wrong field. */
function fieldsWithPin(input: unknown): string[] {
  const { pin = '', secondPin = '', payments = [], ...texts } = WithText.safeParse(input).data ?? {};
  const references = payments.map(({ reference }, at) => [`payments.${at}.reference`, reference] as const);
  return [...Object.entries(texts), ...references].flatMap(([field, text]) =>
    [pin, secondPin].some((each) => hasPin(text ?? '', each)) ? [field] : [],
  );
}

/** "shop.name", "customerNo"; keys that do not belong are named too, cut short because the caller chose them. */
function faultyFields(issues: readonly z.core.$ZodIssue[]): string[] {
  const paths = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const fields = paths.map((path) => path.map(String).join('.').slice(0, 80)).filter((field) => field !== '');
  return [...new Set(fields)].slice(0, 20);
}

/** An error's kind and place, without its message, which may hold a customer's data. */
function errorLocation(error: unknown): { error: string; at: string | null } {
  if (!(error instanceof Error)) return { error: typeof error, at: null };
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return { error: error.name, at: place?.trim() ?? null };
}

/**
 * Whether a value from outside is plain data (what JSON could say, and undefined) of a bearable size: no class instances,
 * no accessors, no numbers that are none, no text with half a letter (which no database gives back as it was), no keys that
 * reach for a prototype, no cycles. Never throws.
 */
function isPlainData(value: unknown): boolean {
  try {
    return isPlain(value, { values: inputLimits.values, characters: inputLimits.characters }, 0);
  } catch {
    return false;
  }
}

type Budget = { values: number; characters: number };

function isPlain(value: unknown, left: Budget, depth: number): boolean {
  left.values -= 1;
  if (left.values < 0 || depth > inputLimits.depth) return false;
  if (typeof value === 'string') return spend(left, value) && value.isWellFormed();
  if (value === null || value === undefined || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  return Array.isArray(value) ? isPlainList(value, left, depth) : isPlainObject(value, left, depth);
}

function isPlainList(list: readonly unknown[], left: Budget, depth: number): boolean {
  // A sparse list of a billion holes must cost nothing.
  if (list.length > left.values) return false;
  return Reflect.ownKeys(list).length === list.length + 1 && list.every((item) => isPlain(item, left, depth + 1));
}

function isPlainObject(object: object, left: Budget, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Reflect.ownKeys(object).every((key) => {
    if (typeof key !== 'string' || poison.has(key) || !spend(left, key)) return false;
    const property = Object.getOwnPropertyDescriptor(object, key);
    return property !== undefined && 'value' in property && isPlain(property.value, left, depth + 1);
  });
}

function spend(left: Budget, text: string): boolean {
  left.characters -= text.length;
  return left.characters >= 0;
}

/** Drops keys that hold undefined: optional input for functions that distinguish "left out" from "undefined". */
export function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the keys whose value is not undefined
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

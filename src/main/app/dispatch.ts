import type { z } from 'zod';
import { fail, type Result } from '../../shared/contract/errors.ts';
import { isProcedureName, type ProcedureName } from '../../shared/contract/names.ts';
import { type Handlers, type Input, registry } from '../../shared/contract/registry.ts';
import { diskReason } from '../ports/disk-reason.ts';
import { JournalFault } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { SecretsError } from '../ports/secrets.ts';
import { isPlainData } from './plain-data.ts';

/**
 * Serves one call as it came from a page, the same for every host. Nothing is trusted: an unknown name and input that its
 * schema refuses are `invalid_input`, the latter with the `fields`; secrets that cannot be used are `not_configured`; whatever
 * else a handler throws is `internal`, and what it says stays here. Never rejects.
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
  try {
    return await serve(handlers, name, parsed.data);
  } catch (error) {
    log?.error('a procedure failed', { procedure: name, ...whereFailed(error) });
    if (error instanceof SecretsError) return fail('not_configured', error.message, { reason: error.reason });
    const reason = error instanceof JournalFault ? { reason: diskReason[error.kind] } : {};
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

/** "shop.name", "customerNo"; keys that do not belong are named too, cut short because the caller chose them. */
function faultyFields(issues: readonly z.core.$ZodIssue[]): string[] {
  const paths = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
  );
  const fields = paths.map((path) => path.map(String).join('.').slice(0, 80)).filter((field) => field !== '');
  return [...new Set(fields)].slice(0, 20);
}

/** An error's kind and place, without its message, which may hold a customer's data. */
function whereFailed(error: unknown): { error: string; at: string | null } {
  if (!(error instanceof Error)) return { error: typeof error, at: null };
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line));
  return { error: error.name, at: place?.trim() ?? null };
}

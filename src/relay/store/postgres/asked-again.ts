import { DatabaseError } from 'pg';
import { isNotMade } from './any-line.ts';

/** The database ended the line: it was told to, or another process of its own broke. */
const ended: ReadonlySet<string> = new Set(['57P01', '57P02']);
/** The net did. */
const broken: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);
/** The driver's own words have no code. */
const words = /^Connection terminated( unexpectedly)?$|is not queryable$/;

function isLineCut(error: unknown): boolean {
  if (!(error instanceof Error) || isNotMade(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error instanceof DatabaseError ? ended.has(code) : broken.has(code) || words.test(error.message);
}

/**
 * What was under way on a line that was cut, asked on another one: a database that changes places cuts every line, and who
 * sent the webhook may not send it again. For what may be done twice only, since the first may have been done. A database that
 * is away, or takes too long, is not asked again.
 * @param lines that may turn out to be cut, one after the other
 */
export function askedAgain<Args extends unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
  lines: number,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    for (let cut = 0; ; cut += 1) {
      try {
        return await ask(...args);
      } catch (error) {
        if (cut === lines || !isLineCut(error)) throw error;
      }
    }
  };
}

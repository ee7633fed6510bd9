import type { LineOutcome } from '../../ports/printer-line.ts';
import { deadline, within } from './deadline.ts';
import { askStatus } from './status.ts';
import type { Talk } from './talk.ts';
import type { TcpLimits } from './tcp.ts';

/** GS r 1: the paper's state, answered in turn, that is after everything before it was worked off. */
const areYouThrough = Uint8Array.of(0x1d, 0x72, 1);
const isAnswer = (byte: number): boolean => (byte & 0x90) === 0;
const paperIsOut = 0x0c;

/** A printer that is through closes at once, or lets us. */
const lingerMs = 1000;

/**
 * Hands the bytes over, once, and finds out what can be known. Whatever is not clearly all of it is unknown.
 * @param answers whether the printer answers questions: only such a one is asked whether it is through
 */
export async function deliver(
  talk: Talk,
  bytes: Uint8Array,
  answers: boolean,
  limits: Pick<TcpLimits, 'write' | 'confirm' | 'close' | 'status'>,
): Promise<LineOutcome> {
  talk.forget();
  const written = await within(limits.write, talk.write(answers ? joined(bytes, areYouThrough) : bytes));
  if (written === null) return { kind: 'unknown', reason: 'not_taken' };
  if (!written) return { kind: 'unknown', reason: 'connection_lost' };
  if (answers) {
    const answer = await within(limits.confirm, talk.hear(isAnswer));
    if (answer !== null && (answer & paperIsOut) === paperIsOut) return { kind: 'unknown', reason: 'paper_out' };
    if (answer !== null) {
      talk.halfClose();
      await within(lingerMs, talk.end);
      return { kind: 'sent', confirmed: true };
    }
    // It stands still in the middle: then it mostly says why.
    const status = await askStatus(talk, deadline(limits.status));
    if (status !== 'ready' && status !== 'silent') return { kind: 'unknown', reason: status };
  }
  // Nobody who waits for more closes before we do.
  if (talk.ended() !== null) return { kind: 'unknown', reason: 'connection_lost' };
  talk.halfClose();
  const end = await within(limits.close, talk.end);
  if (end === null) return { kind: 'unknown', reason: 'not_taken' };
  return end === 'whole' ? { kind: 'sent', confirmed: false } : { kind: 'unknown', reason: 'connection_lost' };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

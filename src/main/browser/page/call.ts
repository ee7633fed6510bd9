import type { KonterError } from '../../../shared/contract/errors.ts';
import type { ErrorReason } from '../../../shared/contract/reasons.ts';
import { bringFile, fetchFile } from './files.ts';
import { printPage } from './print.ts';
import { leave, session } from './session.ts';
import { sharePage } from './share.ts';
import { secretHeader } from './trade-token.ts';

/** Their slips may be left to the browser's print dialog. */
const prints: ReadonlySet<string> = new Set(['receipts.print', 'journal.printHead', 'shifts.print']);

/** They ask for a file that the page brings. */
const files: ReadonlySet<string> = new Set(['reconcile.choose', 'catalogue.choose']);

type Answer = { ok: true; value: unknown } | { ok: false; error: KonterError };

const failed = (code: KonterError['code'], reason: ErrorReason, message: string): Answer => ({
  ok: false,
  error: { code, reason, message },
});

const hostGone = (): Answer =>
  failed('internal', 'host_gone', 'The counter’s program does not answer. Look the sale up before selling again.');

const signedOut = (): Answer =>
  failed('not_allowed', 'signed_out', 'This page is not signed in. Open the address that the counter printed.');

/** Carries one call to the host. Resolves to what the procedure answered; never rejects. */
export async function call(name: string, input: unknown): Promise<Answer> {
  const body = written(input);
  if (body === null) return failed('invalid_input', 'not_plain', 'The input is not plain data.');
  const found = await session();
  if (found.kind === 'host_gone') return hostGone();
  if (found.kind === 'signed_out') return signedOut();
  const answer = await post(name, body);
  if (prints.has(name) && answer.ok) printPage(answer.value);
  if (files.has(name) && answer.ok) return { ok: true, value: await bringFile(answer.value) };
  if (name === 'exports.fetch' && answer.ok) fetchFile(answer.value);
  if (name === 'receipts.share' && answer.ok && !(await sharePage(answer.value))) {
    return failed('internal', 'not_saved', 'This browser did not make a picture of the slip.');
  }
  return answer;
}

/** Nothing at all is an empty object, as the contract's optional inputs have it; null when it cannot be written. */
function written(input: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(input === undefined ? {} : input);
    return typeof text === 'string' ? text : null;
  } catch {
    return null;
  }
}

async function post(name: string, body: string): Promise<Answer> {
  try {
    const answer = await fetch(`/api/${encodeURIComponent(name)}`, {
      method: 'POST',
      // A browser may send a POST again by itself when a connection breaks: under one id the host serves it once.
      headers: {
        'content-type': 'application/json',
        'x-konter-call': crypto.randomUUID(),
        ...secretHeader('/session'),
      },
      body,
      redirect: 'error',
      cache: 'no-store',
    });
    if (answer.status === 401) {
      leave();
      return signedOut();
    }
    const told: unknown = await answer.json();
    return isAnswer(told) ? told : hostGone();
  } catch {
    return hostGone();
  }
}

function isAnswer(told: unknown): told is Answer {
  if (typeof told !== 'object' || told === null || !('ok' in told)) return false;
  return told.ok === true ? 'value' in told : 'error' in told;
}

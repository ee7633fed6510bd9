import type { ProviderOutcome } from '../ports/provider.ts';
import type { Transport, TransportOutcome } from '../ports/transport.ts';
import { judge, type Refusals } from './judge.ts';
import type { Question } from './question.ts';

/** What every question to one provider shares. */
export interface Line {
  transport: Transport;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  /** an answer to what moves money is still read for so long after the time is up; 0: not at all */
  lateAnswerMs: number;
  /** ends what is still being read */
  signal?: AbortSignal;
  maxAnswerBytes: number;
  refusals: Refusals;
}

/**
 * Asks once. This is the only place where a request leaves for the provider, it makes one exchange, and it must stay that
 * way: the interface knows no idempotency key, so a second request is a second sale.
 */
export async function askOnce<T>(line: Line, question: Question<T>): Promise<ProviderOutcome<T>> {
  const body = question.body ? new TextEncoder().encode(JSON.stringify(question.body)) : null;
  const sent = body ?? new Uint8Array();
  const outcome = await line.transport.exchange({
    method: question.method,
    url: line.baseUrl + question.path,
    headers: {
      accept: 'application/json',
      ...line.headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
    connectTimeoutMs: line.connectTimeoutMs,
    answerTimeoutMs: line.answerTimeoutMs,
    ...(question.movesMoney && line.lateAnswerMs > 0 ? { lateAnswerMs: line.lateAnswerMs } : {}),
    ...(line.signal ? { signal: line.signal } : {}),
    maxAnswerBytes: line.maxAnswerBytes,
  });
  const read = (came: TransportOutcome): ProviderOutcome<T> => {
    if (came.kind === 'never_sent') return { ...came, sent };
    if (came.kind === 'answered') return { ...judge(came, question, line.refusals), sent, answer: came.body };
    const late = came.late?.then(read);
    return {
      kind: 'unclear',
      reason: came.reason,
      status: null,
      faults: [],
      sent,
      answer: null,
      ...(late ? { late } : {}),
    };
  };
  return read(outcome);
}

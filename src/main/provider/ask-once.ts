import type { ProviderOutcome } from '../ports/provider.ts';
import type { Transport } from '../ports/transport.ts';
import { judge, type Refusals } from './judge.ts';
import type { Question } from './question.ts';

/** What every question to one provider shares. */
export interface Line {
  transport: Transport;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
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
    maxAnswerBytes: line.maxAnswerBytes,
  });
  if (outcome.kind === 'never_sent') return { ...outcome, sent };
  if (outcome.kind === 'lost') {
    return { kind: 'unclear', reason: outcome.reason, status: null, faults: [], sent, answer: null };
  }
  return { ...judge(outcome, question, line.refusals), sent, answer: outcome.body };
}

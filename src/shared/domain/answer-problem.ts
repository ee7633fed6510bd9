/** What was wrong with an answer of the payment service that is no clear word. */
export type AnswerProblem =
  /** none came while the time lasted */
  | 'timeout'
  /** the connection ended before a whole one came */
  | 'cut'
  /** it came with an HTTP status that says nothing about a sale */
  | 'http'
  /** it came, and it is about another product, transaction or customer */
  | 'other'
  /** it came, and does not clearly say yes or no */
  | 'unclear'
  /** it came, and does not have the promised shape */
  | 'unreadable';

/**
 * Tells them apart by what the provider's client said (main/provider/judge.ts), as it also stands in the log.
 * @param status of HTTP; null where no whole answer came
 */
export function answerProblem({ reason, status }: { reason: string; status: number | null }): AnswerProblem {
  if (status === null) return /in time|timeout|too late/i.test(reason) ? 'timeout' : 'cut';
  if (/about another/.test(reason)) return 'other';
  if (status < 200 || status > 299) return 'http';
  return /refusal|contradicts/.test(reason) ? 'unclear' : 'unreadable';
}

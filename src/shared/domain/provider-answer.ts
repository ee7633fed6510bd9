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
 * Tells them apart by what the provider's client said (main/provider/classify-response.ts), as it also stands in the log.
 * @param status of HTTP; null where no whole answer came
 */
export function answerProblem({ reason, status }: { reason: string; status: number | null }): AnswerProblem {
  if (status === null) return /in time|timeout|too late/i.test(reason) ? 'timeout' : 'cut';
  if (/about another/.test(reason)) return 'other';
  if (status < 200 || status > 299) return 'http';
  return /refusal|contradicts/.test(reason) ? 'unclear' : 'unreadable';
}

/** Whether a party that names a product names another one than ours; saying nothing is no contradiction. */
export function saysSomethingElse(theirs: string | null | undefined, ours: string | null): boolean {
  if (theirs === null || theirs === undefined || ours === null) return false;
  return theirs.trim().toUpperCase() !== ours.trim().toUpperCase();
}

/** Slashes may be escaped, in JSON or in a query. */
const slash = String.raw`(?:\\?/|\\u002f|%2f)`;
const mailbox = new RegExp(String.raw`(${slash}hooks${slash})(?:(?!%2f|\\)[^/"'\s?#&])+`, 'gi');

/**
 * A text without the ids of mailboxes that stand in the callback addresses of orders: requests hold them, and providers echo them in
 * answers, webhooks and words. An id is found by its place in the address, not by its value: the mailbox may have been changed since.
 */
export function withoutMailboxIds(text: string): string;
export function withoutMailboxIds(text: string | null): string | null;
export function withoutMailboxIds(text: string | null): string | null {
  return text?.replace(mailbox, '$1…') ?? null;
}

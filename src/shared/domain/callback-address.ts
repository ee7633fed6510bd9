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

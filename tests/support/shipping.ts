import { createHash, randomBytes } from 'node:crypto';
import { type Answer, sendRequest } from './relay.ts';
import type { ShopMailbox } from './shop.ts';

/** The hash of an event of the made-up journal. */
export const hashOf = (seq: number, journal = 'a'): string =>
  createHash('sha256').update(`${journal} ${seq}`).digest('hex');
export const tag = hashOf(0, 'tag');
export const snapshotId = (at: number): string => `0195f0aa-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** A request of a mailbox with its token; bytes and JSON are posted. */
export const requestAt = (
  { relay, mailbox, token }: ShopMailbox,
  path: string,
  query: Record<string, string | number> = {},
  body?: Uint8Array | object,
  signal?: AbortSignal,
): Promise<Answer> =>
  sendRequest(
    relay.url,
    `/v1/mailboxes/${mailbox}/${path}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`]))}`,
    {
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    },
  );

export const ship = (
  at: ShopMailbox,
  first: number,
  last: number,
  { sealed = randomBytes(40), journal = 'a' }: { sealed?: Uint8Array; journal?: string } = {},
): Promise<Answer> =>
  requestAt(
    at,
    'log/append',
    { first, last, previous: hashOf(first - 1, journal), head: hashOf(last, journal), tag },
    sealed,
  );

export const upload = (at: ShopMailbox, snapshot: string, index: number, sealed = randomBytes(100)): Promise<Answer> =>
  requestAt(at, 'snapshot/upload', { snapshot, part: index }, sealed);

export const commit = (
  at: ShopMailbox,
  id: string,
  through: number,
  parts: number,
  more: { restart?: boolean; journal?: string } = {},
): Promise<Answer> =>
  requestAt(
    at,
    'snapshot/commit',
    {},
    { id, through, head: hashOf(through, more.journal), parts, tag, restart: more.restart ?? false },
  );

import type { z } from 'zod';
import { NoticeAccepted, type PostedNotice, ShopNotices } from '../../shared/wire/office.ts';
import {
  ClaimResults,
  ClaimsRefused,
  maxOpenClaims,
  OpenClaims,
  type PostedClaims,
  type PostedRestore,
  RestoreState,
  type SettledClaim,
  ShopKeyAccepted,
  type ShopOfMailbox,
} from '../../shared/wire/shop.ts';
import type { Transport, TransportOutcome, TransportRequest } from '../base/system.ts';

export type ShopAnswer<T> =
  | { kind: 'answered'; value: T }
  /** no answer of the relay: whether it has the request is not known */
  | { kind: 'silent' }
  /** the relay does not take it; null: for a reason that is not the shop's, a wrong token say */
  | {
      kind: 'refused';
      reason: Exclude<ClaimsRefused['reason'], 'not_revoked' | 'settled'> | null;
      /** with `restored`: the counters that have not compared */
      waiting?: readonly string[];
    };

export interface ListedClaims extends OpenClaims {
  /** an older relay gives no more than a part of this counter's own. Left out: all are there */
  isCut?: true;
}

/** The shop of the counter's mailbox at the relay (docs/adr/0028-one-shop.md). Every request may be repeated. */
export interface ShopAtRelay {
  /**
   * The shop as it is then: with this key, or with the one that was posted first.
   * @param replaces the key in whose place this counter has it
   */
  postKey(keyId: string, replaces?: string): Promise<ShopAnswer<ShopOfMailbox>>;
  /** Answers within five seconds; the results are in the order of the claims. */
  postClaims(claims: PostedClaims): Promise<ShopAnswer<z.infer<typeof ClaimResults>['results']>>;
  openClaims(): Promise<ShopAnswer<ListedClaims>>;
  postRestore(posted: PostedRestore): Promise<ShopAnswer<RestoreState>>;
  /** False: there is no such claim of a revoked counter. */
  settle(claim: z.infer<typeof SettledClaim>): Promise<ShopAnswer<boolean>>;
  /** Its number, the same where it is posted again. */
  postNotice(notice: PostedNotice, signal: AbortSignal): Promise<ShopAnswer<number>>;
  /** The notices behind a number. After a restore of the relay the numbers go on from a lower one. */
  noticesAfter(after: number, signal: AbortSignal): Promise<ShopAnswer<ShopNotices>>;
}

/** A cashier waits: a relay that is slower counts as silent. */
const connectTimeoutMs = 2000;
const answerTimeoutMs = 3000;
/** No caller waits for a notice, and a slow line takes this long for two megabytes. */
const ofNotices = { answerTimeoutMs: 60_000 };
const maxAnswerBytes = 8 * 1024 * 1024;

/** @param options.url the relay's address, with or without a slash at its end */
export function createShopClient(options: {
  transport: Transport;
  url: string;
  mailbox: string;
  token: string;
}): ShopAtRelay {
  const { transport, mailbox, token } = options;
  const own = `${options.url.replace(/\/+$/, '')}/v1/mailboxes/${encodeURIComponent(mailbox)}`;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const send = (
    path: string,
    json?: object,
    limits: Partial<Pick<TransportRequest, 'answerTimeoutMs' | 'signal'>> = {},
  ): Promise<TransportOutcome> =>
    transport.exchange({
      method: json ? 'POST' : 'GET',
      url: `${own}/${path}`,
      headers: json ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(json ? { body: new TextEncoder().encode(JSON.stringify(json)) } : {}),
      keepAlive: true,
      connectTimeoutMs,
      answerTimeoutMs,
      maxAnswerBytes,
      ...limits,
    });
  return {
    async postKey(keyId, replaces) {
      const outcome = await send('shop-key', { keyId, ...(replaces === undefined ? {} : { replaces }) });
      const isOther = outcome.kind === 'answered' && outcome.status === 409;
      const other = isOther ? ClaimsRefused.safeParse(parsed(outcome.body)).data?.shop : undefined;
      if (other) return { kind: 'answered', value: other };
      const answer = answerOf(outcome, ShopKeyAccepted);
      return answer.kind === 'answered' ? { kind: 'answered', value: answer.value.shop } : answer;
    },
    async postClaims(claims) {
      const answer = answerOf(await send('claims', claims), ClaimResults);
      if (answer.kind !== 'answered') return answer;
      const { results } = answer.value;
      return results.length === claims.claims.length ? { kind: 'answered', value: results } : { kind: 'silent' };
    },
    openClaims: () => allPages(async (after) => answerOf(await send(`claims?after=${after}`), OpenClaims)),
    postRestore: async (posted) => answerOf(await send('claims/restore', posted), RestoreState),
    async settle(claim) {
      const outcome = await send('claims/settle', claim);
      if (outcome.kind !== 'answered' || outcome.status >= 500) return { kind: 'silent' };
      if (outcome.status === 401) return { kind: 'refused', reason: null };
      return { kind: 'answered', value: outcome.status === 200 };
    },
    async postNotice(notice, signal) {
      const answer = answerOf(await send('shop/notices', notice, { ...ofNotices, signal }), NoticeAccepted);
      return answer.kind === 'answered' ? { kind: 'answered', value: answer.value.seq } : answer;
    },
    noticesAfter: async (after, signal) =>
      answerOf(await send(`shop/notices?after=${after}`, undefined, { ...ofNotices, signal }), ShopNotices),
  };
}

/** Every page is one request more: a relay that never comes to an end is not followed for ever. */
const maxPages = 100;

/** This counter's own open claims from all pages, and what the first one says of the shop. */
async function allPages(read: (after: string) => Promise<ShopAnswer<OpenClaims>>): Promise<ShopAnswer<ListedClaims>> {
  const first = await read('');
  if (first.kind !== 'answered') return first;
  const own = [...first.value.own];
  let page = first.value;
  for (let pages = 1; page.more; pages += 1) {
    const last = own.at(-1)?.id;
    if (last === undefined || pages === maxPages) return { kind: 'silent' };
    const next = await read(last);
    if (next.kind !== 'answered') return next;
    page = next.value;
    own.push(...page.own);
  }
  const isCut = page.own.length >= maxOpenClaims;
  return { kind: 'answered', value: { ...first.value, own, ...(isCut ? { isCut } : {}) } };
}

function answerOf<S extends z.ZodType>(outcome: TransportOutcome, schema: S): ShopAnswer<z.output<S>> {
  if (outcome.kind !== 'answered') return { kind: 'silent' };
  const { status, body } = outcome;
  if (status === 200) {
    const read = schema.safeParse(parsed(body));
    return read.success ? { kind: 'answered', value: read.data } : { kind: 'silent' };
  }
  if (status < 400 || status >= 500) return { kind: 'silent' };
  const refused = status === 409 ? ClaimsRefused.safeParse(parsed(body)).data : undefined;
  const { reason = null, waiting = [] } = refused ?? {};
  if (reason === 'not_revoked' || reason === 'settled') return { kind: 'refused', reason: null };
  return { kind: 'refused', reason, ...(reason === 'restored' ? { waiting } : {}) };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

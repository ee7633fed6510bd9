import { z } from 'zod';
import {
  CounterBatchesQuery,
  CounterPartQuery,
  CountersQuery,
  maxNoticeLength,
  NoticeAccepted,
  NoticesQuery,
  PostedNotice,
  ShopCounters,
  ShopNotices,
} from '../../shared/wire/office.ts';
import {
  RelayAck,
  RelayErase,
  RelayErased,
  RelayGone,
  RelayPage,
  RelayReader,
  relayRef,
} from '../../shared/wire/relay.ts';
import {
  BatchesQuery,
  CommittedSnapshot,
  maxSealedBytes,
  PartQuery,
  PostedBatch,
  ReadPartQuery,
  ShippedBatches,
  ShippedLog,
  ShippedPart,
  ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import {
  ClaimResults,
  ClaimsRefused,
  maxClaimSealed,
  maxClaims,
  OpenClaims,
  PostedClaims,
  PostedRestore,
  PostedShopKey,
  RestoreState,
  SettledClaim,
  ShopKeyAccepted,
} from '../../shared/wire/shop.ts';
import type { ShopRefusal } from '../core/claims.ts';
import type { PollSignal } from '../core/held-polls.ts';
import type { PollAnswer } from '../core/poll.ts';
import type { Relay } from '../core/relay.ts';
import type { Status } from './responses.ts';

/** What every answer without other content is. */
export const Answer = z.strictObject({ status: z.enum(['success', 'error']), message: z.string() });
/** A body of bytes that only counters can read. */
export const Sealed = z.instanceof(Buffer);

/** `json` null: status and message say it all. */
export type Reply =
  | { status: 200; json: object | null }
  | { status: 200; bytes: Buffer }
  | { status: Exclude<Status, 200>; message: string; details?: object | undefined };

/** A request about a mailbox, parsed. */
interface OperationRequest<Query, Body> {
  mailbox: string;
  /** empty if there is none, which matches no mailbox */
  token: string;
  query: Query;
  body: Body;
  /** aborts when the client disconnects */
  signal: PollSignal;
  /** Writes a line that names the mailbox. */
  log(fields: object, message: string): void;
}

/** One thing that counters and offices ask. What it is answered with is in the OpenAPI description too. */
export interface Operation<Query = unknown, Body = unknown> {
  summary: string;
  query?: z.ZodType<Query>;
  /** of JSON, or Sealed */
  body?: z.ZodType<Body>;
  /** absent: as for other requests */
  maxBytes?: number;
  /** The token is checked before the body is read, which is larger than others, or because `run` does not check it. */
  tokenFirst?: true;
  /** the content of 200 */
  answer: z.ZodType;
  /** beside those that come with any query, body or token */
  refusals?: Partial<Record<Status, z.ZodType>>;
  run(relay: Relay, request: OperationRequest<Query, Body>): Promise<Reply>;
}

const operation = <Query, Body>(one: Operation<Query, Body>): Operation => one;

const refusals = {
  unauthorised: [401, 'The mailbox or its token is not valid'],
  bad_cursor: [400, 'The cursor is not of this mailbox'],
  gone: [410, 'Events behind the cursor are no longer kept'],
  taken: [409, 'Another counter reads this mailbox'],
  unknown: [404, 'There is nothing of that name in the shop'],
  no_shop: [409, 'The mailbox is in no shop'],
  other_key: [409, 'The shop has another key'],
  office: [409, 'The mailbox is an office'],
  no_office: [409, 'The mailbox is no office'],
  not_revoked: [409, 'The counter of this claim is in the shop, and settles it itself'],
  settled: [409, 'The claim is closed with another outcome'],
  full: [409, 'The mailbox has posted as many notices as are kept'],
  restored: [
    409,
    'The relay was put back to an older copy or has just started, and counters of the shop have not compared since',
  ],
} as const satisfies Record<string, readonly [Status, string]>;

const shippingRefusals: Record<ShippingRefused['reason'], string> = {
  gap: 'The events do not continue what is stored',
  full: 'The mailbox is full',
  incomplete: 'Parts of the snapshot are missing',
  office: 'The mailbox is an office',
};

const ok = (json: object | null): Reply => ({ status: 200, json });

export function refused(kind: keyof typeof refusals, details?: object): Reply {
  const [status, message] = refusals[kind];
  return { status, message, details };
}

function ofPoll(answer: PollAnswer): Reply {
  if (answer.kind === 'page') return ok(answer.page);
  const { kind, ...details } = answer;
  return refused(kind, details);
}

/** The reply to a request about a shop. @param onDone is not called if it was refused */
async function ofShop<Done extends object | null>(
  work: Promise<Done | ShopRefusal>,
  onDone?: (done: Done) => void,
): Promise<Reply> {
  const answer = await work;
  if (isRefused(answer)) {
    const { refused: reason, ...more } = answer;
    return refused(reason, refusals[reason][0] === 409 ? { reason, ...more } : undefined);
  }
  onDone?.(answer);
  return ok(answer);
}

const isRefused = (answer: object | null): answer is ShopRefusal => answer !== null && 'refused' in answer;

/** As bytes: in base64, in JSON, it takes as long to read as to unpack. */
const ofPart = (sealed: Buffer, { raw }: { raw?: '1' | undefined }): Reply =>
  raw === undefined ? ok({ sealed: sealed.toString('base64') }) : { status: 200, bytes: sealed };

/** The reply to what a counter ships. */
async function stored(work: Promise<ShippingRefused | null>): Promise<Reply> {
  const refusal = await work;
  return refusal === null ? ok(null) : { status: 409, message: shippingRefusals[refusal.reason], details: refusal };
}

const maxLimit = 100;
const maxWaitSeconds = 60;
const PollQuery = z.object({
  after: z.string().min(1).max(200).optional().describe('a cursor; none: from the oldest'),
  limit: z.coerce.number().int().min(1).default(50).describe(`more than ${maxLimit} is read as ${maxLimit}`),
  wait: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe(`seconds; more than ${maxWaitSeconds} is read as ${maxWaitSeconds}`),
  notices: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('the newest notice that is known; a newer one ends the poll'),
  reader: RelayReader.optional().describe('names the run of a counter: while another one reads the mailbox, 409'),
  takes: z.literal('1').optional().describe('the reader was just started, and takes the mailbox from any other'),
});

const OpenClaimsQuery = z.object({
  after: z.uuid().or(z.literal('')).optional().describe('the last id of the page before; empty: the first page'),
});

/** Beside what it carries sealed, a claim or a notice has less than a kilobyte. */
const maxPlain = 1024;
const ofShopRefused = { 409: ClaimsRefused };
const ofOfficeRefused = { 404: Answer, 409: ClaimsRefused };
const shipping = { tokenFirst: true, answer: Answer, refusals: { 409: ShippingRefused } } as const;

/** All operations on a mailbox, by method and what is behind /v1/mailboxes/{mailbox}. */
export const operations: Readonly<Record<string, Operation>> = {
  'GET /events': operation({
    summary: 'Long poll: the events behind a cursor, oldest first',
    query: PollQuery,
    answer: RelayPage,
    refusals: { 409: Answer, 410: RelayGone },
    // Not async: ten thousand of them may be held at once.
    run: ({ poll }, { mailbox, token, signal, query: { after = null, limit, wait, notices, reader, takes } }) =>
      poll({
        mailbox,
        token,
        after,
        limit: Math.min(limit, maxLimit),
        waitMs: Math.min(wait, maxWaitSeconds) * 1000,
        notices,
        reader: reader === undefined ? undefined : { id: reader, takes: takes === '1' },
        signal,
      }).then(ofPoll),
  }),
  'POST /ack': operation({
    summary: 'Acknowledges everything up to the cursor',
    body: RelayAck,
    answer: Answer,
    run: async ({ ack }, { mailbox, token, body }) => {
      const answer = await ack({ ...body, mailbox, token });
      return answer === 'acked' ? ok(null) : refused(answer);
    },
  }),
  'POST /erase': operation({
    summary: 'Erases body, signature and ref of the named webhooks that were acknowledged; the others are kept',
    body: RelayErase,
    answer: RelayErased,
    run: async ({ erase }, { mailbox, token, body, log }) => {
      const answer = await erase(mailbox, token, body);
      if (answer.kind === 'unauthorised') return refused(answer.kind);
      const { erased, kept: remaining } = answer;
      log({ erased, kept: remaining }, 'webhooks erased');
      return ok({ status: 'success', message: 'OK', erased, kept: remaining });
    },
  }),
  'POST /shop-key': operation({
    summary: 'Names the key of the mailbox’s shop; the first one counts',
    body: PostedShopKey,
    answer: ShopKeyAccepted,
    refusals: ofShopRefused,
    run: ({ shop }, { mailbox, token, body }) => ofShop(shop.setKey(mailbox, token, body)),
  }),
  'POST /claims': operation({
    summary: 'Claims products for sales of this counter',
    body: PostedClaims,
    maxBytes: maxClaims * (maxClaimSealed + maxPlain),
    tokenFirst: true,
    answer: ClaimResults,
    refusals: ofShopRefused,
    run: ({ shop }, { mailbox, token, body, log }) =>
      ofShop(shop.post(mailbox, token, body), ({ results }) =>
        log({ outcomes: results.map(({ outcome }) => outcome) }, 'claims'),
      ),
  }),
  'GET /claims': operation({
    summary: 'The open claims of the mailbox’s shop',
    query: OpenClaimsQuery,
    answer: OpenClaims,
    refusals: ofShopRefused,
    run: ({ shop }, { mailbox, token, query: { after = null } }) => ofShop(shop.list(mailbox, token, after)),
  }),
  'POST /claims/restore': operation({
    summary: 'Says how far a counter has compared since the relay was put back',
    body: PostedRestore,
    answer: RestoreState,
    refusals: ofShopRefused,
    run: ({ shop }, { mailbox, token, body, log }) =>
      ofShop(shop.restore(mailbox, token, body), () => log({ step: body.step }, 'restore')),
  }),
  'POST /claims/settle': operation({
    summary: 'Settles the claim of a revoked counter',
    body: SettledClaim,
    answer: Answer,
    refusals: ofOfficeRefused,
    run: ({ shop }, { mailbox, token, body, log }) =>
      ofShop(shop.settle(mailbox, token, body), () => log(body, 'claim settled')),
  }),
  'GET /log': operation({
    summary: 'How far the log was shipped',
    tokenFirst: true,
    answer: ShippedLog,
    run: async ({ shippedLog }, { mailbox }) => ok(await shippedLog.read(mailbox)),
  }),
  'POST /log/append': operation({
    ...shipping,
    summary: 'Stores a sealed batch that continues the log',
    query: PostedBatch,
    body: Sealed,
    maxBytes: maxSealedBytes,
    run: ({ shippedLog }, { mailbox, query, body }) => stored(shippedLog.append(mailbox, { ...query, sealed: body })),
  }),
  'GET /log/batches': operation({
    summary: 'The batches with events after one, oldest first',
    query: BatchesQuery,
    tokenFirst: true,
    answer: ShippedBatches,
    run: async ({ shippedLog }, { mailbox, query }) => ok(await shippedLog.batchesAfter(mailbox, query.after)),
  }),
  'POST /snapshot/upload': operation({
    ...shipping,
    summary: 'Stores a part of a sealed snapshot',
    query: PartQuery,
    body: Sealed,
    maxBytes: maxSealedBytes,
    run: ({ shippedLog }, { mailbox, query, body }) => stored(shippedLog.putPart(mailbox, { ...query, sealed: body })),
  }),
  'GET /snapshot/part': operation({
    summary: 'A part of a sealed snapshot',
    query: ReadPartQuery,
    tokenFirst: true,
    answer: ShippedPart,
    refusals: { 404: Answer },
    run: async ({ shippedLog }, { mailbox, query }) => {
      const sealed = await shippedLog.readPart(mailbox, query);
      return sealed === null ? { status: 404, message: 'There is no such part' } : ofPart(sealed, query);
    },
  }),
  'POST /snapshot/commit': operation({
    ...shipping,
    summary: 'The snapshot is whole: it replaces the one before, and the batches that it covers',
    body: CommittedSnapshot,
    run: ({ shippedLog }, { mailbox, body }) => stored(shippedLog.commitSnapshot(mailbox, body)),
  }),
  'GET /shop/counters': operation({
    summary: 'An office’s long poll: the shop’s counters, and how far each has shipped its log',
    query: CountersQuery,
    answer: ShopCounters,
    refusals: ofShopRefused,
    run: ({ office }, { mailbox, token, query, signal }) =>
      ofShop(office.counters({ mailbox, token, revision: query.known, signal })),
  }),
  'GET /shop/log/batches': operation({
    summary: 'The batches of a counter of the shop, oldest first',
    query: CounterBatchesQuery,
    answer: ShippedBatches,
    refusals: ofOfficeRefused,
    run: ({ office }, { mailbox, token, query: { counter, after } }) =>
      ofShop(office.batchesAfter({ mailbox, token, counter }, after)),
  }),
  'GET /shop/snapshot/part': operation({
    summary: 'A part of the snapshot of a counter of the shop',
    query: CounterPartQuery,
    answer: ShippedPart,
    refusals: ofOfficeRefused,
    run: async ({ office }, { mailbox, token, query: { counter, ...snapshotPart } }) => {
      const answer = await office.readPart({ mailbox, token, counter }, snapshotPart);
      return isRefused(answer) ? ofShop(Promise.resolve(answer)) : ofPart(answer.sealed, snapshotPart);
    },
  }),
  'POST /shop/notices': operation({
    summary: 'Stores a notice of the shop, once',
    body: PostedNotice,
    maxBytes: maxNoticeLength + maxPlain,
    tokenFirst: true,
    answer: NoticeAccepted,
    refusals: ofShopRefused,
    run: ({ notices }, { mailbox, token, body, log }) =>
      ofShop(notices.post(mailbox, token, body), ({ seq }) => log({ topic: body.topic, seq }, 'notice')),
  }),
  'GET /shop/notices': operation({
    summary: 'The notices of the shop behind a number, oldest first',
    query: NoticesQuery,
    answer: ShopNotices,
    refusals: ofShopRefused,
    run: ({ notices }, { mailbox, token, query }) => ofShop(notices.after(mailbox, token, query.after)),
  }),
};

/** Those of the operations, by their names in the OpenAPI description. */
export const schemas = {
  Answer,
  Page: RelayPage,
  Gone: RelayGone,
  Ack: RelayAck,
  Erase: RelayErase,
  Erased: RelayErased,
  ShopKey: PostedShopKey,
  ShopKeyAccepted,
  Claims: PostedClaims,
  ClaimResults,
  ClaimsRefused,
  OpenClaims,
  SettledClaim,
  ShopCounters,
  Notice: PostedNotice,
  NoticeAccepted,
  ShopNotices,
  ShippedLog,
  ShippedBatches,
  ShippedPart,
  ShippingRefused,
  CommittedSnapshot,
};

/** What the path of a URL asks for. */
export interface Route {
  /** /hooks, a page, or what is behind /v1/mailboxes/{mailbox} */
  path: string;
  /** the possible ones */
  methods: readonly string[];
  /** empty: the path has none */
  mailbox: string;
  ref: string | null;
  query: URLSearchParams;
}

/** Doubled and trailing slashes in the path of a webhook are ignored: some senders add them. */
const webhookPath = /^\/+hooks\/+([^/]{1,200})(?:\/+([^/]+))?\/*$/;
const mailboxPath = /^\/v1\/mailboxes\/([^/]{1,200})(\/.+)$/;
const pagePath = /^(\/healthz|\/readyz|\/hooksz|\/openapi\.json)$|^(\/verify)\/?$/;

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** The route of a URL, which may contain a host. Null: there is none. Throws URIError at a broken percent escape. */
export function findRoute(url: string): Route | null {
  const at = url.indexOf('?');
  const plain = (at === -1 ? url : url.slice(0, at)).replace(/^https?:\/\/[^/]*/i, '');
  const query = new URLSearchParams(at === -1 ? '' : url.slice(at));
  const webhook = webhookPath.exec(plain);
  if (webhook) {
    const [, mailbox = '', encodedRef] = webhook;
    const ref = encodedRef === undefined ? null : decode(encodedRef);
    if (ref !== null && !relayRef.test(ref)) return null;
    return { path: '/hooks', methods: ['POST'], mailbox: decode(mailbox), ref, query };
  }
  const [, exact, page = exact] = pagePath.exec(plain) ?? [];
  if (page !== undefined) return { path: page, methods: ['GET'], mailbox: '', ref: null, query };
  const [, mailbox = '', path = ''] = mailboxPath.exec(plain) ?? [];
  const methods = ['POST', 'GET'].filter((method) => `${method} ${path}` in operations);
  return methods.length === 0 ? null : { path, methods, mailbox: decode(mailbox), ref: null, query };
}

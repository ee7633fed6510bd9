import { z } from 'zod';
import {
  CounterBatchesQuery,
  CounterPartQuery,
  CountersQuery,
  NoticeAccepted,
  NoticesQuery,
  PostedNotice,
  ShopCounters,
  ShopNotices,
} from '../../shared/wire/office.ts';
import { Webhook } from '../../shared/wire/order.ts';
import { RelayAck, RelayErase, RelayErased, RelayGone, RelayPage, relayRef } from '../../shared/wire/relay.ts';
import {
  BatchesQuery,
  CommittedSnapshot,
  PartQuery,
  PostedBatch,
  ShippedBatches,
  ShippedLog,
  ShippedPart,
  ShippingRefused,
} from '../../shared/wire/shipped-log.ts';
import {
  ClaimResults,
  ClaimsRefused,
  OpenClaims,
  PostedClaims,
  PostedShopKey,
  SettledClaim,
  ShopKeyAccepted,
} from '../../shared/wire/shop.ts';
import type { Status } from './responses.ts';
import { Query } from './routes.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const Answer = z.strictObject({ status: z.enum(['success', 'error']), message: z.string() });
const answer = json(ref('Answer'));

const meanings: Record<Status, string> = {
  200: 'OK',
  400: 'Empty, not valid JSON, or not a valid request',
  401: 'Signature, mailbox or token not valid',
  404: 'No such path, or nothing is stored under these names',
  405: 'No such method on this path',
  409: 'A newer poll took the mailbox, or the shop or the log refuses; the reason says why',
  410: 'Events behind the cursor are no longer kept',
  413: 'Body larger than 64 KiB, or 2 MiB where it is sealed',
  415: 'Content type or encoding not supported',
  429: 'A flood of requests without a right signature or token',
  500: 'Not stored: send it again',
  503: 'Not ready',
};

const retryAfter = { description: 'seconds', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } };

/** @param schemas of refusals with more than status and message */
function responses(ok: object, refusals: readonly Status[], schemas: Readonly<Record<number, string>> = {}) {
  const refused = refusals.map((status): [Status, object] => [
    status,
    {
      description: meanings[status],
      ...(status === 429 ? { headers: { 'Retry-After': retryAfter } } : {}),
      content: json(ref(schemas[status] ?? 'Answer')),
    },
  ]);
  return { '200': { description: meanings[200], content: ok }, ...Object.fromEntries(refused) };
}

const text = { type: 'string' };
const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object = text) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});
const mailbox = parameter('path', 'mailbox');
const parametersOf = (query: z.ZodType) =>
  Object.entries(z.toJSONSchema(query).properties ?? {}).map(([name, schema]) =>
    parameter('query', name, Object(schema)),
  );
const signature = 'HMAC-SHA256 of the raw body with the mailbox’s secret, in hexadecimal; a keyless mailbox takes any';

const hook = (...path: object[]) => ({
  post: {
    summary: 'Receives a webhook of the payment service',
    parameters: [
      ...path,
      parameter('header', 'X-Service-Event'),
      parameter('header', 'X-Service-Signature', { ...text, description: signature }),
    ],
    requestBody: {
      required: true,
      description: 'Any JSON is kept, whatever content type is named; 64 KiB at most. The counter reads this of it',
      content: { 'application/json': { schema: ref('Webhook') }, '*/*': { schema: {} } },
    },
    responses: responses(answer, [400, 401, 413, 415, 429, 500]),
  },
});

const upload = (summary: string, query: z.ZodType) => ({
  post: {
    summary,
    security: [{ token: [] }],
    parameters: [mailbox, ...parametersOf(query)],
    requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    responses: shippingResponses([400, 401, 413, 429, 500]),
  },
});

const shippingResponses = (refusals: readonly Status[]) =>
  responses(answer, [...refusals, 409], { 409: 'ShippingRefused' });

const download = (
  summary: string,
  schema: string,
  query: z.ZodType,
  refusals: readonly Status[],
  schemas?: Parameters<typeof responses>[2],
) => ({
  get: {
    summary,
    security: [{ token: [] }],
    parameters: [mailbox, ...parametersOf(query)],
    responses: responses(json(ref(schema)), refusals, schemas),
  },
});

/** What an office asks about its shop, or any mailbox of it. */
const ofMember = (summary: string, schema: string, query: z.ZodType, own: readonly Status[] = []) =>
  download(summary, schema, query, [400, 401, ...own, 409, 429, 500], { 409: 'ClaimsRefused' });

const operation = (summary: string, content: object, refusals: readonly Status[] = []) => ({
  get: { summary, responses: responses(content, refusals) },
});

/** A counter's request with its token. */
const ofCounter = (summary: string, ok: object, own: readonly Status[] = [], body?: string) => ({
  summary,
  security: [{ token: [] }],
  parameters: [mailbox],
  ...(body === undefined ? {} : { requestBody: { required: true, content: json(ref(body)) } }),
  responses: responses(ok, [...(body === undefined ? [] : ([400, 413, 415] as const)), 401, ...own, 429, 500], {
    409: 'ClaimsRefused',
  }),
});

/** The relay's interface as OpenAPI 3.1, its answers taken from the schemas that the counter reads them with. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Konter relay',
    version: '1',
    description:
      'Any path but these is answered 404, any other method on them 405 with Allow; malformed HTTP is answered 400. Doubled slashes, and slashes at the end, are ignored in the paths of webhooks.',
  },
  paths: {
    '/hooks/{mailbox}': hook(mailbox),
    '/hooks/{mailbox}/{ref}': hook(mailbox, parameter('path', 'ref', { ...text, pattern: relayRef.source })),
    '/v1/mailboxes/{mailbox}/events': {
      get: {
        summary: 'Long poll: the events behind a cursor, oldest first',
        security: [{ token: [] }],
        parameters: [mailbox, ...parametersOf(Query)],
        responses: responses(json(ref('Page')), [400, 401, 409, 410, 429, 500], { 410: 'Gone' }),
      },
    },
    '/v1/mailboxes/{mailbox}/ack': {
      post: {
        summary: 'Acknowledges everything up to the cursor',
        security: [{ token: [] }],
        parameters: [mailbox],
        requestBody: { required: true, content: json(ref('Ack')) },
        responses: responses(answer, [400, 401, 413, 415, 429, 500]),
      },
    },
    '/v1/mailboxes/{mailbox}/erase': {
      post: {
        summary: 'Erases body, signature and ref of the named webhooks that were acknowledged; the others are kept',
        security: [{ token: [] }],
        parameters: [mailbox],
        requestBody: { required: true, content: json(ref('Erase')) },
        responses: responses(json(ref('Erased')), [400, 401, 413, 415, 429, 500]),
      },
    },
    '/v1/mailboxes/{mailbox}/shop-key': {
      post: ofCounter(
        'Names the key of the mailbox’s shop; the first one counts',
        json(ref('ShopKeyAccepted')),
        [409],
        'ShopKey',
      ),
    },
    '/v1/mailboxes/{mailbox}/claims': {
      get: ofCounter('The open claims of the mailbox’s shop', json(ref('OpenClaims')), [409]),
      post: ofCounter('Claims products for sales of this counter', json(ref('ClaimResults')), [409], 'Claims'),
    },
    '/v1/mailboxes/{mailbox}/claims/settle': {
      post: ofCounter('Settles the claim of a revoked counter', answer, [404, 409], 'SettledClaim'),
    },
    '/v1/mailboxes/{mailbox}/log': download('How far the log was shipped', 'ShippedLog', z.object({}), [401, 429, 500]),
    '/v1/mailboxes/{mailbox}/log/append': upload('Stores a sealed batch that continues the log', PostedBatch),
    '/v1/mailboxes/{mailbox}/log/batches': download(
      'The batches with events after one, oldest first',
      'ShippedBatches',
      BatchesQuery,
      [400, 401, 429, 500],
    ),
    '/v1/mailboxes/{mailbox}/snapshot/upload': upload('Stores a part of a sealed snapshot', PartQuery),
    '/v1/mailboxes/{mailbox}/snapshot/part': download(
      'A part of a sealed snapshot',
      'ShippedPart',
      PartQuery,
      [400, 401, 404, 429, 500],
    ),
    '/v1/mailboxes/{mailbox}/snapshot/commit': {
      post: {
        summary: 'The snapshot is whole: it replaces the one before, and the batches that it covers',
        security: [{ token: [] }],
        parameters: [mailbox],
        requestBody: { required: true, content: json(ref('CommittedSnapshot')) },
        responses: shippingResponses([400, 401, 413, 415, 429, 500]),
      },
    },
    '/v1/mailboxes/{mailbox}/shop/counters': ofMember(
      'An office’s long poll: the shop’s counters, and how far each has shipped its log',
      'ShopCounters',
      CountersQuery,
    ),
    '/v1/mailboxes/{mailbox}/shop/log/batches': ofMember(
      'The batches of a counter of the shop, oldest first',
      'ShippedBatches',
      CounterBatchesQuery,
      [404],
    ),
    '/v1/mailboxes/{mailbox}/shop/snapshot/part': ofMember(
      'A part of the snapshot of a counter of the shop',
      'ShippedPart',
      CounterPartQuery,
      [404],
    ),
    '/v1/mailboxes/{mailbox}/shop/notices': {
      ...ofMember('The notices of the shop behind a number, oldest first', 'ShopNotices', NoticesQuery),
      post: ofCounter('Stores a notice of the shop, once', json(ref('NoticeAccepted')), [409], 'Notice'),
    },
    '/healthz': operation('The process runs', answer),
    '/readyz': operation('Ready: the database answers, and the relay is not stopping', answer, [503]),
    '/openapi.json': operation('This description', json({ type: 'object' })),
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Answer: z.toJSONSchema(Answer),
      Webhook: z.toJSONSchema(Webhook),
      Page: z.toJSONSchema(RelayPage),
      Gone: z.toJSONSchema(RelayGone),
      Ack: z.toJSONSchema(RelayAck),
      Erase: z.toJSONSchema(RelayErase),
      Erased: z.toJSONSchema(RelayErased),
      ShopKey: z.toJSONSchema(PostedShopKey),
      ShopKeyAccepted: z.toJSONSchema(ShopKeyAccepted),
      Claims: z.toJSONSchema(PostedClaims),
      ClaimResults: z.toJSONSchema(ClaimResults),
      ClaimsRefused: z.toJSONSchema(ClaimsRefused),
      OpenClaims: z.toJSONSchema(OpenClaims),
      SettledClaim: z.toJSONSchema(SettledClaim),
      ShopCounters: z.toJSONSchema(ShopCounters),
      Notice: z.toJSONSchema(PostedNotice),
      NoticeAccepted: z.toJSONSchema(NoticeAccepted),
      ShopNotices: z.toJSONSchema(ShopNotices),
      ShippedLog: z.toJSONSchema(ShippedLog),
      ShippedBatches: z.toJSONSchema(ShippedBatches),
      ShippedPart: z.toJSONSchema(ShippedPart),
      ShippingRefused: z.toJSONSchema(ShippingRefused),
      CommittedSnapshot: z.toJSONSchema(CommittedSnapshot),
    },
  },
};

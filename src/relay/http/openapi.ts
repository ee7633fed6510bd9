import { z } from 'zod';
import { Webhook } from '../../shared/wire/provider.ts';
import { relayRef } from '../../shared/wire/relay.ts';
import { Answer, type Operation, operations, schemas as ownSchemas, Sealed } from './operations.ts';
import type { Status } from './responses.ts';

const schemas = { ...ownSchemas, Webhook };
const names = new Map<z.ZodType, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (schema: z.ZodType) => {
  const name = names.get(schema);
  return json(name === undefined ? z.toJSONSchema(schema) : ref(name));
};

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

type Refusals = Readonly<Partial<Record<Status, z.ZodType>>>;

/** Refusals with status and message alone. */
const plain = (...statuses: Status[]): Refusals => Object.fromEntries(statuses.map((status) => [status, Answer]));

function responses(ok: object, refusals: Refusals) {
  const refused = Object.entries(refusals).map(([status, schema]): [string, object] => [
    status,
    {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.entries widens the codes
      description: meanings[Number(status) as Status],
      ...(status === '429' ? { headers: { 'Retry-After': retryAfter } } : {}),
      content: jsonOf(schema),
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
    responses: responses(jsonOf(Answer), plain(400, 401, 413, 415, 429, 500)),
  },
});

function describe({ summary, query, body, answer, refusals }: Operation): object {
  const isSealed = body === Sealed;
  const content = isSealed ? { 'application/octet-stream': { schema: {} } } : body && jsonOf(body);
  return {
    summary,
    security: [{ token: [] }],
    parameters: [mailbox, ...(query ? parametersOf(query) : [])],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: responses(jsonOf(answer), {
      ...(query || body ? plain(400) : {}),
      ...(body ? plain(413) : {}),
      ...(body && !isSealed ? plain(415) : {}),
      ...plain(401, 429, 500, 503),
      ...refusals,
    }),
  };
}

function operationPaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    (paths[`/v1/mailboxes/{mailbox}${path}`] ??= {})[method.toLowerCase()] = describe(operation);
  }
  return paths;
}

const page = (summary: string, content: object, refusals: Refusals = {}) => ({
  get: { summary, responses: responses(content, refusals) },
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
    ...operationPaths(),
    '/healthz': page('The process runs', jsonOf(Answer)),
    '/readyz': page('Ready: the database answers, and the relay is not stopping', jsonOf(Answer), plain(503)),
    '/hooksz': page('Webhooks are taken: the database answers, or they wait in the spool', jsonOf(Answer), plain(503)),
    '/openapi.json': page('This description', json({ type: 'object' })),
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema)])),
  },
};

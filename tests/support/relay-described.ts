import type { IncomingHttpHeaders } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApi } from '../../src/relay/http/openapi.ts';
import { statuses } from '../../src/relay/http/responses.ts';

interface Seen {
  method: string;
  /** as it was sent, with its query */
  path: string;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface DescribedAnswer {
  content: Record<string, unknown>;
  headers?: Record<string, { required: boolean; schema: { pattern: string } }>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(openApi, 'relay');
const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const described = Object.entries(openApi.paths).map(([template, methods]) => ({
  template,
  shape: new RegExp(`^${template.replace('{ref}', '[A-Za-z0-9_-]{1,64}').replace('{mailbox}', '[^/]{1,200}')}$`),
  methods: methods as unknown as Record<string, { responses: Record<string, DescribedAnswer> }>,
}));

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path.split('?', 1)[0] ?? '');
  } catch {
    return null;
  }
}

/** On the paths of webhooks they say nothing, as the description says. */
function withoutMoreSlashes(path: string | null): string | null {
  return path !== null && /^\/+hooks\//.test(path) ? path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '') : path;
}

/** What stands between an answer and the OpenAPI description; null when they agree. */
export function faultOf({ method, path, status, headers, text }: Seen): string | null {
  if (!(statuses as readonly number[]).includes(status)) return `${status} is no code of the relay`;
  if (headers['content-length'] !== String(Buffer.byteLength(text)) && method !== 'HEAD') return 'a wrong length';
  const plain = withoutMoreSlashes(decoded(path));
  const route = plain === null ? undefined : described.find(({ shape }) => shape.test(plain));
  const answer = route?.methods[method.toLowerCase()]?.responses[status];
  if (route === undefined || answer === undefined) return undescribed(status, headers, text, method);
  for (const [name, { required, schema }] of Object.entries(answer.headers ?? {})) {
    const value = headers[name.toLowerCase()];
    if (value === undefined ? required : !new RegExp(schema.pattern).test(String(value))) return `header ${name}`;
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (!(type in answer.content)) return `${type} instead of ${Object.keys(answer.content).join()}`;
  const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
  const where = pointer('paths', route.template, method.toLowerCase(), 'responses', String(status), 'content', type);
  return ajv.validate(`relay#${where}/schema`, value) ? null : ajv.errorsText();
}

/** No such path, no such method, or not a request at all. */
function undescribed(status: number, headers: IncomingHttpHeaders, text: string, method: string): string | null {
  if (![400, 404, 405].includes(status)) return `${status} is not described here`;
  if (status === 405 && !/^(GET|POST)$/.test(headers.allow ?? '')) return '405 without Allow';
  if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not JSON';
  if (method === 'HEAD') return null;
  return ajv.validate('relay#/components/schemas/Answer', JSON.parse(text)) ? null : ajv.errorsText();
}

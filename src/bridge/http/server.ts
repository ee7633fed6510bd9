import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { createRateLimiter } from '../../server/async.ts';
import { clientNetworkBehind, type NetworkOf } from '../../server/client-network.ts';
import { listenOn } from '../../server/listen.ts';
import { oneHeader } from '../../server/one-header.ts';
import type { Clock } from '../../server/ports.ts';
import { withBrackets } from '../../server/startup-errors.ts';
import { CustomerNameRequest } from '../../shared/wire/capabilities.ts';
import { type Reply, refuse, underWay } from '../core/answers.ts';
import type { Bridge } from '../core/bridge.ts';

const maxBodyBytes = 64 * 1024;
const limits = { requestTimeout: 20_000, headersTimeout: 10_000, keepAliveTimeout: 185_000, maxHeaderSize: 8 * 1024 };
const maxConnections = 2_000;

/** A code or number of a request: printable, on one line. */
const Field = z
  .string()
  .trim()
  .regex(/^[\x20-\x7E]{1,64}$/);
const InquiryBody = z.object({ product_code: Field, customer_no: Field });
const PaymentBody = InquiryBody.extend({ transaction_id: Field });
const OrderBody = InquiryBody.extend({ callback_url: z.url().max(500) });

/** An operation of a counter whose token is right. */
type Operation = (
  bridge: Bridge,
  counter: string,
  input: { body: unknown; parameter: string },
) => Promise<Reply> | Reply;

const notUnderstood = refuse(400, 'Permintaan tidak lengkap atau tidak dikenal');

const withBody =
  <Body>(schema: z.ZodType<Body>, run: (bridge: Bridge, counter: string, body: Body) => Promise<Reply>): Operation =>
  (bridge, counter, { body }) => {
    const { data } = schema.safeParse(body);
    return data === undefined ? notUnderstood : run(bridge, counter, data);
  };

/** By method and path below /v1; a path that ends in * has a parameter. */
const operations: Readonly<Record<string, Operation>> = {
  'POST /order': withBody(OrderBody, (bridge, counter, body) => bridge.order(counter, body)),
  'POST /billing/inquiry': withBody(InquiryBody, (bridge, counter, body) => bridge.inquiry(counter, body)),
  'POST /billing/pay': withBody(PaymentBody, (bridge, counter, body) => bridge.pay(counter, body)),
  'POST /customer-name': withBody(CustomerNameRequest.extend(InquiryBody.shape), (bridge, counter, body) =>
    bridge.customerName(counter, body),
  ),
  'GET /product/*': (bridge, _counter, { parameter }) => bridge.product(parameter),
  'GET /status/*': (bridge, counter, { parameter }) => bridge.status(counter, parameter),
  'GET /capabilities': (bridge) => bridge.capabilities(),
  'GET /products': (bridge) => bridge.products(),
  'GET /balance': (bridge) => bridge.balance(),
};

interface Deps {
  bridge: Bridge;
  /** the name of its provider, in the path of its webhooks */
  provider: string;
  findCounter(token: string): Promise<string | null>;
  check(): Promise<unknown>;
  clock: Clock;
  trustProxy: string | false;
  onError(error: unknown): void;
}

/** Serves counters and the provider's webhooks. No path or body is logged. */
export class BridgeServer {
  readonly #deps: Deps;
  readonly #server: Server;
  readonly #networkOf: NetworkOf;
  readonly #isOverFailures: (network: string) => boolean;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#networkOf = clientNetworkBehind(deps.trustProxy);
    this.#isOverFailures = createRateLimiter(deps.clock, { max: 100, windowMs: 60_000, keys: 5_000 });
    this.#server = createServer(limits, (request, response) => {
      void this.#serve(request)
        .catch((error: unknown) => {
          deps.onError(error);
          return underWay(500, 'Bridge mengalami gangguan');
        })
        .then((reply) => send(request, response, reply))
        .catch(deps.onError);
    });
    this.#server.maxConnections = maxConnections;
  }

  /** Answers the URL. @param address.port 0: any free port */
  async listen(address: { host: string; port: number }): Promise<string> {
    const port = await listenOn(this.#server, address, 'bridge');
    return `http://${withBrackets(address.host === '0.0.0.0' ? '127.0.0.1' : address.host)}:${port}`;
  }

  /** Answers the requests in flight first, for as long as they may take. */
  async close(maxMs: number): Promise<void> {
    const closed = new Promise<unknown>((resolve) => this.#server.close(resolve));
    const cancel = this.#deps.clock.after(maxMs, () => this.#server.closeAllConnections());
    await closed;
    cancel();
  }

  async #serve(request: IncomingMessage): Promise<Reply> {
    const { bridge, provider, check } = this.#deps;
    const { method = '', url = '' } = request;
    const [path = ''] = url.split('?', 1);
    if (method === 'GET' && path === '/healthz') return bridge.capabilities();
    if (method === 'GET' && path === '/readyz') {
      await check();
      return bridge.capabilities();
    }
    if (method === 'POST' && path === `/hooks/${provider}`) return this.#takeWebhook(request);
    const name = `${method} ${path.replace(/^\/v1/, '')}`;
    const slash = name.lastIndexOf('/');
    const isPlain = name in operations;
    const operation = operations[isPlain ? name : `${name.slice(0, slash)}/*`];
    if (!path.startsWith('/v1/') || operation === undefined) return refuse(404, 'Alamat ini tidak ada');
    return this.#operate(request, operation, isPlain ? '' : name.slice(slash + 1));
  }

  async #operate(request: IncomingMessage, operation: Operation, encoded: string): Promise<Reply> {
    const { bridge, findCounter } = this.#deps;
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const counter = token === '' ? null : await findCounter(token);
    if (counter === null) return this.#unauthorised(request);
    const body = request.method === 'POST' ? await readJson(request) : null;
    if (body === 'too large') return refuse(413, 'Isi permintaan terlalu besar');
    return operation(bridge, counter, { body, parameter: decode(encoded) });
  }

  async #takeWebhook(request: IncomingMessage): Promise<Reply> {
    const body = await readBody(request);
    if (body === null) return refuse(413, 'Too large');
    const status = await this.#deps.bridge.webhook((name) => oneHeader(request, name), body);
    if (status === 401) return this.#unauthorised(request);
    return status === 400 ? notUnderstood : this.#deps.bridge.capabilities();
  }

  #unauthorised(request: IncomingMessage): Reply {
    return this.#isOverFailures(this.#networkOf(request))
      ? underWay(429, 'Terlalu banyak permintaan tanpa token')
      : refuse(401, 'Token tidak dikenal');
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Null: larger than the limit; the rest of it is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Without the end of the loop closing the connection, on which the answer goes.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request);
  if (body === null) return 'too large';
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, envelope }: Reply): void {
  const body = Buffer.from(JSON.stringify(envelope));
  const isUnread = !request.complete;
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      ...(status === 429 ? { 'retry-after': '60' } : {}),
      ...(isUnread ? { connection: 'close' } : {}),
    })
    .end(body, () => {
      if (isUnread) request.destroy();
    });
}

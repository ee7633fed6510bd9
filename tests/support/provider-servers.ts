import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { createNodeTransport, type NodeTransportOptions } from '../../src/main/base/system/http-transport.ts';
import { systemClock } from '../../src/main/base/system/node-system.ts';
import type { TransportOutcome, TransportRequest } from '../../src/main/base/system.ts';
import { createProvider, type ProviderOptions } from '../../src/main/provider/client.ts';
import { envelope, orderData, prepaidData } from './provider-answers.ts';

/** What a transport is told to come back with: an outcome, or a body to answer with. */
export type Scripted = TransportOutcome | { status?: number; json?: unknown; text?: string; bytes?: Uint8Array };

/** A provider client on a transport that plays a script and keeps what was asked; the last entry is played on and on. */
export const scriptedProvider = (...script: Scripted[]) => scriptedWith({}, ...script);

export function scriptedWith(options: Partial<ProviderOptions>, ...script: Scripted[]) {
  const asked: TransportRequest[] = [];
  const slept: number[] = [];
  const provider = createProvider({
    transport: {
      exchange: async (request) => {
        const next = script[Math.min(asked.length, script.length - 1)]!;
        asked.push(request);
        return 'kind' in next ? next : answered(next);
      },
    },
    clock: {
      ...systemClock,
      now: () => 0,
      monotonic: () => 0,
      sleep: async (ms) => {
        slept.push(ms);
      },
    },
    baseUrl: 'https://provider.example/v1/',
    headers: { 'X-Shop': 'abc' },
    connectTimeoutMs: 1000,
    answerTimeoutMs: 2000,
    refusalCodes: [200, 400, 401, 403, 404, 422],
    ...options,
  });
  return { provider, asked, slept };
}

function answered({ status = 200, json, text, bytes }: Exclude<Scripted, TransportOutcome>): TransportOutcome {
  const body = bytes ?? new TextEncoder().encode(text ?? JSON.stringify(json));
  return { kind: 'answered', status, headers: {}, body };
}

export const bodyOf = (request: TransportRequest | undefined): unknown =>
  JSON.parse(new TextDecoder().decode(request?.body));

export const orderAsk = {
  productCode: 'TSEL10',
  customerNo: '081234567890',
  callbackUrl: 'https://relay.example/hooks/m/0198',
};
export const payAsk = { transactionId: 'B-1', productCode: 'PLNPOST', customerNo: '530000000001' };
export const inquiryAsk = { productCode: 'PLNPOST', customerNo: '530000000001' };

interface Press extends NodeTransportOptions {
  connectTimeoutMs?: number;
  answerTimeoutMs?: number;
  maxAnswerBytes?: number;
}

/** Presses "order" once, on the real client over real sockets. */
export function press(origin: string, { connectTimeoutMs, answerTimeoutMs, maxAnswerBytes, ...options }: Press = {}) {
  const provider = createProvider({
    transport: createNodeTransport(options),
    clock: { ...systemClock, now: () => 0, monotonic: () => 0, sleep: async () => {} },
    baseUrl: `${origin}/v1`,
    headers: {},
    connectTimeoutMs: connectTimeoutMs ?? 3000,
    answerTimeoutMs: answerTimeoutMs ?? 3000,
    maxAnswerBytes: maxAnswerBytes ?? 65_536,
    refusalCodes: [200, 400, 401, 403, 404, 422],
  });
  return provider.order(orderAsk);
}

export interface ProductAnswer {
  status?: number;
  json: unknown;
}

/** A server on a port of its own, gone with the test. Answers where it listens. */
export async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A payment service that is asked about products, over real HTTP: it knows every code unless a test says what it answers. */
export async function productServer() {
  const says = new Map<string, () => ProductAnswer>();
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const url = await aServer((request, response) => {
    const code = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    asked.push(code);
    open += 1;
    most = Math.max(most, open);
    const { status = 200, json } = says.get(code)?.() ?? { json: product(code) };
    setImmediate(() => {
      open -= 1;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
  });
  const provider = createProvider({
    transport: createNodeTransport(),
    clock: systemClock,
    baseUrl: `${url}/v1`,
    headers: {},
    connectTimeoutMs: 2000,
    answerTimeoutMs: 2000,
    refusalCodes: [200, 400, 401, 403, 404, 422],
  });
  return { url, provider, asked, says, mostAtOnce: () => most };
}

export const product = (code: string, more: object = {}): unknown =>
  envelope(
    prepaidData({ product_code: code, product_name: `Nama ${code}`, brand: { name: 'TSEL', logo: null }, ...more }),
  );
export const noProduct: ProductAnswer = {
  status: 404,
  json: { status: 'error', message: 'Produk tidak ada', data: {} },
};

/** A payment service that takes every order, and lets something happen before it answers. Answers its base address. */
export async function orderTaker(beforeAnswer: () => void = () => undefined): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') beforeAnswer();
    const data = request.method === 'POST' ? orderData() : prepaidData({ start_cut_off: '', end_cut_off: '' });
    response.end(JSON.stringify(envelope(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport, type NodeTransportOptions } from '../../src/main/base/system/http-transport.ts';
import type { TransportOutcome, TransportRequest } from '../../src/main/base/system.ts';
import { createProvider, type ProviderOptions } from '../../src/main/provider/client.ts';
import { signatureOf } from '../../src/main/updates/feed.ts';
import { listenLocally } from './local-server.ts';
import { envelope, orderData, prepaidData } from './provider-answers.ts';

/** What reached a server: the measure of "one press, one request". */
interface Counts {
  connections: number;
  requests: number;
}

export interface CountingServer extends AsyncDisposable {
  port: number;
  counts: Counts;
  /** resolves when no connection is open any more */
  quiet(): Promise<void>;
}

/** A key and a certificate for 127.0.0.1 and localhost that signs itself, made for the test. */
export async function selfSigned() {
  const names = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const extensions = [
    { name: 'basicConstraints' as const, cA: true },
    { name: 'subjectAltName' as const, altNames: names },
  ];
  const certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions,
  });
  return { key: certificate.private, cert: certificate.cert };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server, or HTTPS with a key, that hands every request to the handler once its body has been read. */
export async function httpServer(handler: Handler, tls?: { key: string; cert: string }): Promise<CountingServer> {
  const counts: Counts = { connections: 0, requests: 0 };
  const listener: Handler = (request, response) => {
    counts.requests += 1;
    request.resume().on('end', () => handler(request, response));
  };
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  return listening(server, counts);
}

/** A bare TCP server. `counts.requests` counts the request lines that were read. */
export async function tcpServer(
  onRead: (socket: Socket, text: string) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<CountingServer> {
  const counts: Counts = { connections: 0, requests: 0 };
  const server = createTcpServer((socket) => {
    onConnection(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      counts.requests = (text.match(/^(POST|GET) /gm) ?? []).length;
      onRead(socket, text);
    });
  });
  return listening(server, counts);
}

async function listening(server: Server, counts: Counts): Promise<CountingServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    counts.connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  });
  return {
    port: await listenLocally(server),
    counts,
    quiet: async () => {
      await Promise.all([...open].map((socket) => new Promise((closed) => socket.once('close', closed))));
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface ReleaseServer {
  /** with a path, without a slash at the end */
  url: string;
  publicKey: string;
  privateKey: KeyObject;
  /** what lies at a name */
  files: Map<string, Buffer>;
  /** how a name is answered instead */
  answers: Map<string, (response: ServerResponse) => void>;
  /** names that were asked for, in order */
  paths: string[];
  /** puts a signed release there; answers its program's bytes */
  release(version: string, more?: string): Buffer;
  close(): Promise<void>;
}

export const feedName = 'latest-linux.yml';

/** A real HTTP server on this machine with releases, as an owner would put them somewhere, and the key they are signed with. */
export async function releaseServer(): Promise<ReleaseServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  const answers: ReleaseServer['answers'] = new Map();
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/konter/', '');
    paths.push(name);
    const special = answers.get(name);
    if (special) return special(response);
    const file = files.get(name);
    response.writeHead(file ? 200 : 404, file ? { 'content-length': file.length } : {}).end(file);
  });
  const port = await listenLocally(server);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    url: `http://127.0.0.1:${port}/konter`,
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    privateKey,
    files,
    answers,
    paths,
    release(version, more = '') {
      const program = randomBytes(20_000);
      const sha512 = createHash('sha512').update(program).digest('base64');
      const name = `Konter-${version}-linux-x64.AppImage`;
      const list = Buffer.from(
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T03:00:00.000Z'\n${more}`,
      );
      files.set(name, program);
      files.set(feedName, list);
      files.set(`${feedName}.sig`, Buffer.from(signatureOf(feedName, list, privateKey)));
      return program;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** What a transport comes back with: an outcome, or a body to answer with. */
export type Scripted = TransportOutcome | { status?: number; json?: unknown; text?: string; bytes?: Uint8Array };

/** A provider client on a transport that plays a script and keeps what was asked; the last entry is played on and on. */
export const scriptedProvider = (...script: Scripted[]) => scriptedWith({}, ...script);

export function scriptedWith(options: Partial<ProviderOptions>, ...script: Scripted[]) {
  const requests: TransportRequest[] = [];
  const slept: number[] = [];
  const provider = createProvider({
    transport: {
      exchange: async (request) => {
        const next = script[Math.min(requests.length, script.length - 1)]!;
        requests.push(request);
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
  return { provider, requests, slept };
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
  const port = await listenLocally(server);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${port}`;
}

/** A payment service that is asked about products, over real HTTP: it knows every code unless a test says what it answers. */
export async function productServer() {
  const says = new Map<string, () => ProductAnswer>();
  const requestLines: string[] = [];
  let [open, most] = [0, 0];
  const url = await aServer((request, response) => {
    const code = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    requestLines.push(code);
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
  return { url, provider, requestLines, says, mostAtOnce: () => most };
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
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}/v1`;
}

/** A proxy that answers CONNECT with this status, and opens the tunnel when it is 200. */
export async function connectProxy(status: number) {
  const requestLines: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', ({ url, headers }, socket: Socket) => {
    requestLines.push(`${url} ${headers['proxy-authorization']}`);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const onward = connect(Number(url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      open.add(end);
      end.on('error', () => {});
    }
    return undefined;
  });
  return {
    url: `http://shop:p%40ss@127.0.0.1:${await listenLocally(server)}`,
    requestLines,
    [Symbol.asyncDispose]: async () => {
      for (const end of open) end.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

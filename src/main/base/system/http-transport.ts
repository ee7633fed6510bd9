import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { callbackify, promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { Transport, TransportOutcome, TransportRequest } from '../system.ts';
import { maxHeaderBytes, openConnection, type Route } from './http-connection.ts';

/** The request timed out or the caller cancelled it. */
class Interrupted extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Interrupted';
  }
}

const decoders = new Map([
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

export interface NodeTransportOptions {
  /** http:// or https://, with user and password where the proxy wants them */
  proxy?: string | null;
  /** PEM certificates to trust instead of those that come with Node */
  ca?: string[];
}

/**
 * HTTP over node:net and node:tls, one connection per exchange unless the request asks for keep-alive. Nothing is written
 * before the connection is open, so `never_sent` is true by construction. The request is written once, whatever comes back.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Transport {
  const route: Route = { proxy: options.proxy ? new URL(options.proxy) : null, ca: options.ca };
  const agents = new Map<string, Agent>();
  const agentOf = ({ origin }: URL, connectTimeoutMs: number): Agent => {
    const key = `${origin} ${connectTimeoutMs}`;
    const agent = agents.get(key) ?? new KeptConnections(new URL(origin), route, connectTimeoutMs);
    agents.set(key, agent);
    return agent;
  };
  return {
    exchange: (request) => (request.keepAlive ? exchangeKept(request, agentOf) : exchange(request, route)),
  };
}

/** Longer than a cashier takes to type a number, shorter than most servers' keep-alive. */
const keptMs = 60_000;

/** Connections to one server, each kept open for a while after its answer. */
class KeptConnections extends Agent {
  readonly #url: URL;
  readonly #route: Route;
  readonly #connectTimeoutMs: number;

  constructor(url: URL, route: Route, connectTimeoutMs: number) {
    super({ keepAlive: true, maxSockets: 8, maxFreeSockets: 2, timeout: keptMs });
    this.#url = url;
    this.#route = route;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  /** Called by Node with a callback for the connection. */
  override createConnection(_options: object, done?: (error: Error | null, stream: Duplex) => void): undefined {
    const limit = { ms: this.#connectTimeoutMs, message: 'no connection in time', signal: undefined };
    const open = (): Promise<Duplex> => within(limit, (stop) => openConnection(this.#url, this.#route, stop));
    if (done) callbackify(open)(done);
  }
}

/** An exchange that may be repeated: it is sent once more, over a new connection, when a kept connection had been closed. */
async function exchangeKept(
  request: TransportRequest,
  agentOf: (url: URL, connectTimeoutMs: number) => Agent,
): Promise<TransportOutcome> {
  const { signal, maxAnswerBytes, connectTimeoutMs, answerTimeoutMs } = request;
  let isConnected = false;
  try {
    const ready = readyRequest(request);
    const agent = agentOf(ready.url, connectTimeoutMs);
    const send = async (stop: AbortSignal) => {
      const packed = await requestOverAgent(agent, ready, stop, () => {
        isConnected = true;
      });
      return { ...packed, body: await unpacked(packed.body, packed.headers['content-encoding'], maxAnswerBytes) };
    };
    const limit = { ms: connectTimeoutMs + answerTimeoutMs, message: 'no whole answer in time', signal };
    const answer = await within(limit, async (stop) => {
      try {
        return await send(stop);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        isConnected = false;
        return send(stop);
      }
    });
    return { kind: 'answered', ...answer };
  } catch (error) {
    return { kind: isConnected ? 'lost' : 'never_sent', reason: reasonOf(error) };
  }
}

/** An exchange that must not be repeated. After the time limit it is `lost`, and a `late` answer is read on. */
async function exchange(request: TransportRequest, route: Route): Promise<TransportOutcome> {
  const { signal, maxAnswerBytes } = request;
  let ready: ReadyRequest;
  let connection: Awaited<ReturnType<typeof openConnection>>;
  try {
    ready = readyRequest(request);
    const limit = { ms: request.connectTimeoutMs, message: 'no connection in time', signal };
    connection = await within(limit, (stop) => openConnection(ready.url, route, stop));
  } catch (error) {
    const reason = reasonOf(error);
    return { kind: mayHaveBeenOpen(request, route, reason) ? 'lost' : 'never_sent', reason };
  }
  const { answerTimeoutMs, lateAnswerMs = 0 } = request;
  const message = 'no whole answer in time';
  const read = async (): Promise<TransportOutcome> => {
    try {
      const answer = await within({ ms: answerTimeoutMs + lateAnswerMs, message, signal }, async (stop) => {
        const packed = await requestOnce(connection, ready, stop);
        return { ...packed, body: await unpacked(packed.body, packed.headers['content-encoding'], maxAnswerBytes) };
      });
      return { kind: 'answered', ...answer };
    } catch (error) {
      return { kind: 'lost', reason: reasonOf(error) };
    } finally {
      connection.destroy();
    }
  };
  const reading = read();
  if (lateAnswerMs === 0) return reading;
  try {
    return await within({ ms: answerTimeoutMs, message, signal: undefined }, () => reading);
  } catch (error) {
    return { kind: 'lost', reason: reasonOf(error), late: reading };
  }
}

/**
 * A plain connection that was accepted and reset at once was open, although Node may see the reset first. Else what one server does
 * would make a sale `unsent` one day and `unknown` the next.
 */
function mayHaveBeenOpen(request: TransportRequest, route: Route, reason: string): boolean {
  return reason === 'ECONNRESET' && route.proxy === null && request.url.startsWith('http:');
}

function readyRequest(request: TransportRequest): ReadyRequest {
  const { method, body, maxAnswerBytes } = request;
  const url = new URL(request.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not an http address');
  const headers = readyHeaders(url, request.headers, body, request.keepAlive);
  return { url, method, headers, body, maxAnswerBytes };
}

/**
 * The reason of a failed exchange, short and safe for logs: Node's own code (ECONNREFUSED, CERT_HAS_EXPIRED) where there is
 * one, because its messages quote addresses and headers.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/**
 * Decompresses a body. Requests ask for plain bodies only, but a compressed answer may still report the outcome of a payment,
 * so it is read, up to the size limit of any answer. Rejects for an unknown encoding.
 */
async function unpacked(body: Uint8Array, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity' || body.byteLength === 0) return body;
  const decode = decoders.get(name);
  if (!decode) throw new Error('packed in an unknown way');
  return decode(body, { maxOutputLength: maxBytes });
}

/** The time limit of one phase of an exchange, and the signal that ends it sooner. */
interface Limit {
  ms: number;
  /** the error message after the time limit */
  message: string;
  signal: AbortSignal | undefined;
}

/**
 * Runs one phase. When it fails, times out or is cancelled, its signal aborts, so that everything it opened is closed; a later
 * result is dropped.
 */
async function within<T>(limit: Limit, phase: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupted = Promise.withResolvers<never>();
  const giveUp = (): void => interrupted.reject(new Interrupted('given up'));
  const timer = setTimeout(() => interrupted.reject(new Interrupted(limit.message)), limit.ms);
  limit.signal?.addEventListener('abort', giveUp, { once: true });
  if (limit.signal?.aborted) giveUp();
  try {
    return await Promise.race([interrupted.promise, phase(stop.signal)]);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    limit.signal?.removeEventListener('abort', giveUp);
  }
}

/** A request that can be written to any connection. */
interface ReadyRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | undefined;
  maxAnswerBytes: number;
}

interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** All headers of a request. Throws at a wrong one while there is no connection yet. */
function readyHeaders(
  url: URL,
  extraHeaders: Readonly<Record<string, string>>,
  body: Uint8Array | undefined,
  keepAlive = false,
) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(extraHeaders)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    headers[name.toLowerCase()] = value;
  }
  return {
    ...headers,
    host: url.host,
    connection: keepAlive ? 'keep-alive' : 'close',
    'accept-encoding': 'identity',
    ...(body ? { 'content-length': String(body.byteLength) } : {}),
  };
}

/**
 * Writes the request to an open connection and reads the one answer. Rejects when no whole answer comes; the other side may
 * have acted then. No code path writes the request twice.
 */
function requestOnce(connection: Duplex, ready: ReadyRequest, signal: AbortSignal): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      reject(new Error(reason));
      connection.destroy();
    };
    signal.addEventListener('abort', () => fail('given up'), { once: true });
    // After all data that arrived before the close was read.
    connection.once('close', () => setImmediate(fail, 'closed before a whole answer'));
    if (connection.destroyed) return fail('closed before the request');

    const clientRequest = request({ createConnection: () => connection, ...optionsOf(ready) });
    clientRequest.once('upgrade', () => fail('changed the protocol'));
    readAnswer(clientRequest, ready, () => connection.destroy()).then(resolve, reject);
    return undefined;
  });
}

/** The server closed a kept connection before it answered anything. */
class StaleConnection extends Error {
  constructor() {
    super('a kept connection was closed');
    this.name = 'StaleConnection';
  }
}

/**
 * Writes a request that may be repeated to a connection of the agent, and reads the answer. Rejects with StaleConnection when a
 * kept connection was closed meanwhile.
 * @param onConnected called once the request has its connection
 */
function requestOverAgent(
  agent: Agent,
  ready: ReadyRequest,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<WholeAnswer> {
  const clientRequest = request({ agent, host: ready.url.host, ...optionsOf(ready) });
  signal.addEventListener('abort', () => clientRequest.destroy(new Error('given up')), { once: true });
  clientRequest.once('socket', onConnected);
  clientRequest.once('upgrade', () => clientRequest.destroy(new Error('changed the protocol')));
  let hasAnswer = false;
  clientRequest.once('response', () => {
    hasAnswer = true;
  });
  return readAnswer(clientRequest, ready, () => clientRequest.destroy()).catch((error: unknown) => {
    throw clientRequest.reusedSocket && !hasAnswer && !signal.aborted ? new StaleConnection() : error;
  });
}

function optionsOf(ready: ReadyRequest) {
  return {
    method: ready.method,
    path: ready.url.pathname + ready.url.search,
    setHost: false,
    headers: { ...ready.headers },
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  };
}

/** Sends the request and reads the answer. */
function readAnswer(clientRequest: ClientRequest, ready: ReadyRequest, giveUp: () => void): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    clientRequest.on('error', reject);
    clientRequest.once('response', (response) => {
      readWhole(response, ready.maxAnswerBytes).then(resolve, (error: unknown) => {
        reject(error);
        giveUp();
      });
    });
    clientRequest.end(ready.body);
  });
}

function readWhole(response: IncomingMessage, maxBytes: number): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) return reject(new Error('answer too large'));
    const chunks: Uint8Array[] = [];
    let size = 0;
    response.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > maxBytes) reject(new Error('answer too large'));
      else chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('close', () => reject(new Error('half an answer')));
    response.on('end', () => {
      if (!response.complete) return reject(new Error('half an answer'));
      return resolve({
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: Buffer.concat(chunks),
      });
    });
    return undefined;
  });
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

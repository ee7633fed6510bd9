import type { Transport, TransportOutcome, TransportRequest } from '../ports/transport.ts';
import { openConnection, type Route } from './connection.ts';
import { within } from './deadline.ts';
import { unpacked } from './decoding.ts';
import { type ReadyRequest, readyHeaders, requestOnce } from './one-request.ts';
import { reasonOf } from './reason.ts';

export interface NodeTransportOptions {
  /** http:// or https://, with user and password in it where the proxy wants them */
  proxy?: string | null;
  /** PEM certificates to trust instead of those that come with Node */
  ca?: string[];
}

/**
 * HTTP over node:net and node:tls, a connection for each exchange. The request is not written before the connection
 * stands, so `never_sent` is true by construction; what follows is written once, whatever comes back.
 */
export function createNodeTransport(options: NodeTransportOptions = {}): Transport {
  const route: Route = { proxy: options.proxy ? new URL(options.proxy) : null, ca: options.ca };
  return { exchange: (request) => exchange(request, route) };
}

async function exchange(request: TransportRequest, route: Route): Promise<TransportOutcome> {
  const { signal, maxAnswerBytes } = request;
  let ready: ReadyRequest;
  let connection: Awaited<ReturnType<typeof openConnection>>;
  try {
    ready = readyRequest(request);
    const limit = { ms: request.connectTimeoutMs, saying: 'no connection in time', signal };
    connection = await within(limit, (stop) => openConnection(ready.url, route, stop));
  } catch (error) {
    const reason = reasonOf(error);
    return { kind: stoodAtOnce(request, route, reason) ? 'lost' : 'never_sent', reason };
  }
  const { answerTimeoutMs, lateAnswerMs = 0 } = request;
  const saying = 'no whole answer in time';
  const read = async (): Promise<TransportOutcome> => {
    try {
      const answer = await within({ ms: answerTimeoutMs + lateAnswerMs, saying, signal }, async (stop) => {
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
    return await within({ ms: answerTimeoutMs, saying, signal: undefined }, () => reading);
  } catch (error) {
    return { kind: 'lost', reason: reasonOf(error), late: reading };
  }
}

/**
 * A plain connection that was accepted and reset at once did stand, though the reset may overtake the news of it: one and the
 * same behaviour of a server must not be `unsent` today and `unknown` tomorrow.
 */
function stoodAtOnce(request: TransportRequest, route: Route, reason: string): boolean {
  return reason === 'ECONNRESET' && route.proxy === null && request.url.startsWith('http:');
}

function readyRequest(request: TransportRequest): ReadyRequest {
  const { method, body, maxAnswerBytes } = request;
  const url = new URL(request.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('not an http address');
  return { url, method, headers: readyHeaders(url, request.headers, body), body, maxAnswerBytes };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { webhookHeaders } from '../../shared/wire/order.ts';
import type { Relay } from '../core/relay.ts';
import type { Connections } from './connections.ts';
import {
  type AddressOf,
  type HttpCounters,
  networkOf,
  type RefuseUnauthenticated,
  tooManyFailed,
} from './failed-auth-limiter.ts';
import { shortMailbox } from './log.ts';
import type { RequestBodies } from './request-bodies.ts';
import { bodyTooLarge, invalidRequest, jsonType, retryAfter, type Status, webhookAnswerText } from './responses.ts';
import { parseWebhookPath, type WebhookPath } from './routing.ts';

/** Node joins a header that is sent twice into one text; as a signature that never matches. */
const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

/** Whether a Content-Encoding leaves the body as it is. */
const isIdentity = (encoding: string): boolean => encoding.split(',').every((one) => /^\s*(identity\s*)?$/i.test(one));

/**
 * The webhook receiver. It runs on Node's own server: the framework would add half of the cost of a webhook, the most frequent
 * request. It accepts any content type, also a malformed one: the signature authenticates the bytes, and a header must not lose
 * the outcome of a sale. A compressed body is refused (415), because the signature is of the plain one.
 * @returns a handler that answers false for a request that is no webhook
 */
export function createWebhookReceiver(deps: {
  relay: Relay;
  connections: Connections;
  bodies: RequestBodies;
  refuse: RefuseUnauthenticated;
  addressOf: AddressOf;
  counters: HttpCounters;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** true while the server closes: each answer is then the last one of its connection */
  isClosing: () => boolean;
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { relay, connections, bodies, refuse, addressOf, counters, log, isClosing } = deps;

  const answer = (response: ServerResponse, status: Status, message: string): void => {
    const text = webhookAnswerText(status, message);
    const headers: Record<string, string | number> = { 'content-type': jsonType, 'content-length': text.length };
    if (status === 429) headers['retry-after'] = retryAfter;
    if (isClosing()) headers.connection = 'close';
    // Every answer is ASCII: latin1 spares Node the measuring of UTF-8.
    response.writeHead(status, headers).end(text, 'latin1');
  };
  /** Answers a request whose body is not read to its end: the connection cannot be used again. */
  const answerAndClose = (response: ServerResponse, status: Status, message: string): void => {
    response.setHeader('connection', 'close');
    answer(response, status, message);
  };

  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
    { mailbox, ref }: WebhookPath,
    body: Buffer,
  ): Promise<void> => {
    const { status, message, isUnauthenticated } = await relay.receive({
      mailbox,
      ref,
      event: headerOf(request, webhookHeaders.event),
      signature: headerOf(request, webhookHeaders.signature),
      body,
      network: () => networkOf(addressOf(request)),
    });
    if (status === 200) connections.markTrusted(request.socket);
    if (isUnauthenticated && refuse(request) === 429) return answer(response, 429, tooManyFailed);
    // Before the log: the sender has waited for the disk already.
    answer(response, status, message);
    // A flood is counted and not logged.
    if (status !== 429) log.info({ mailbox: shortMailbox(mailbox), ref, status }, 'webhook');
  };

  return (request, response) => {
    const { method, url = '', headers, httpVersion } = request;
    const hasHost = headers.host !== undefined || httpVersion === '1.0';
    const path = method === 'POST' && hasHost ? parseWebhookPath(url) : null;
    if (path === null) return false;
    const encoding = headers['content-encoding'];
    if (path === 'malformed') {
      answer(response, 400, invalidRequest);
    } else if (encoding !== undefined && !isIdentity(encoding)) {
      counters.compressed += 1;
      answerAndClose(response, 415, 'A compressed body is not supported');
    } else {
      bodies.read(request, headers['content-length'], (error, body) => {
        if (error === 413) counters.bodyTooLarge += 1;
        if (body !== undefined) void receive(request, response, path, body);
        else answerAndClose(response, error ?? 400, error === 413 ? bodyTooLarge : invalidRequest);
      });
    }
    return true;
  };
}

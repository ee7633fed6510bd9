import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { webhookHeaders } from '../../shared/wire/webhook.ts';
import { jsonType, notValid, retryAfter, type Status, textOfHook, tooLarge } from '../answers.ts';
import type { Connections } from '../connections.ts';
import type { Relay } from '../core/relay.ts';
import { type AddressOf, networkOf } from '../flood.ts';
import { type HookPath, hookAt } from '../known-paths.ts';
import { shortMailbox } from '../log.ts';
import { readBody } from '../read-body.ts';
import type { Tally } from '../tally.ts';
import type { Uploads } from '../uploads.ts';
import { type Refuse, tooManyFailed } from './refuse.ts';

/** Takes a request that is a webhook's, or answers false. */
export type Hooks = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A header given twice is joined by Node, and then fits nothing. */
const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

/** Nothing was done to the body: by any number of names for that, also none. */
const isPlain = (encoding: string): boolean => encoding.split(',').every((one) => /^\s*(identity\s*)?$/i.test(one));

/**
 * The webhook receiver, on Node's own server: past the framework a webhook costs a third less, and it is what there are many
 * of. Any content type is taken, also a malformed one, since the signature says whose the bytes are and a sale's outcome must
 * not be lost over a header; only a compressed body is refused (415), because what was signed is the plain one.
 */
export function createHooks(parts: {
  relay: Relay;
  connections: Connections;
  uploads: Uploads;
  refuse: Refuse;
  addressOf: AddressOf;
  tally: Tally;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** the server is closing: every answer is its line's last */
  isClosing: () => boolean;
}): Hooks {
  const { relay, connections, uploads, refuse, addressOf, tally, log, isClosing } = parts;

  const answer = (response: ServerResponse, status: Status, message: string): void => {
    const text = textOfHook(status, message);
    const headers: Record<string, string | number> = {
      'content-type': jsonType,
      'content-length': text.length,
    };
    if (status === 429) headers['retry-after'] = retryAfter;
    if (isClosing()) headers.connection = 'close';
    // Every answer is ASCII, which Node need not measure as it does UTF-8.
    response.writeHead(status, headers).end(text, 'latin1');
  };
  /** Whose body was not read, or not wholly, says nothing more on this line. */
  const answerLast = (response: ServerResponse, status: Status, message: string): void => {
    response.setHeader('connection', 'close');
    answer(response, status, message);
  };

  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
    { mailbox, ref }: HookPath,
    body: Buffer,
  ): Promise<void> => {
    const { status, message, unsigned } = await relay.receive({
      mailbox,
      ref,
      event: headerOf(request, webhookHeaders.event),
      signature: headerOf(request, webhookHeaders.signature),
      body,
      source: () => networkOf(addressOf(request)),
    });
    if (status === 200) connections.vouchFor(request.socket);
    if (unsigned && refuse(request) === 429) return answer(response, 429, tooManyFailed);
    // The sender first: he has waited for the disk already.
    answer(response, status, message);
    // A flood writes no line each: what was limited is counted.
    if (status !== 429) log.info({ mailbox: shortMailbox(mailbox), ref, status }, 'webhook');
  };

  const refuseBody = (response: ServerResponse, status: Status): void => {
    if (status === 413) tally.tooLarge += 1;
    answerLast(response, status, status === 413 ? tooLarge : notValid);
  };

  return (request, response) => {
    const { method, url = '', headers, httpVersion } = request;
    const hasHost = headers.host !== undefined || httpVersion === '1.0';
    const at = method === 'POST' && hasHost ? hookAt(url) : null;
    if (at === null) return false;
    const encoding = headers['content-encoding'];
    if (at === 'broken') {
      answer(response, 400, notValid);
    } else if (encoding !== undefined && !isPlain(encoding)) {
      tally.compressed += 1;
      answerLast(response, 415, 'A compressed body is not supported');
    } else {
      readBody(uploads, request, headers['content-length'], (fault, body) => {
        if (body === undefined) refuseBody(response, fault ?? 400);
        else void receive(request, response, at, body);
      });
    }
    return true;
  };
}

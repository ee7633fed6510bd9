import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every code that the relay ever answers with, and why; nothing else leaves it (tests hold it to this). */
export const statuses = [200, 400, 401, 404, 405, 409, 410, 413, 415, 429, 500, 503] as const;
export type Status = (typeof statuses)[number];

/** A request that cannot be taken, found before it reached its route. */
export class RequestFault extends Error {
  readonly statusCode: Status;

  constructor(statusCode: Status) {
    super(`answered ${statusCode}`);
    this.statusCode = statusCode;
  }
}

export const jsonType = 'application/json; charset=utf-8';

export const tooLarge = 'The body is larger than 64 KiB';
export const notValid = 'The request is not valid';

/** In seconds: when one who is told "too many" may come back. */
export const retryAfter = '60';

/** As the spec's reference receiver answers: JSON with status and message. */
export const textOf = (status: Status, message: string, more?: object): string =>
  JSON.stringify({ status: status === 200 ? 'success' : 'error', message, ...more });

const ok = 'OK';
const okText = textOf(200, ok);

/** What the receiver answers, nearly always the same. */
export const textOfHook = (status: Status, message: string): string =>
  status === 200 && message === ok ? okText : textOf(status, message);

export function say(reply: FastifyReply, status: Status, message: string, more?: object): FastifyReply {
  if (status === 429) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .header('content-type', jsonType)
    .send(textOf(status, message, more));
}

/** What the framework found wrong with a request, in the codes and words of the relay. */
export function sayFault(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  switch (code) {
    case 413:
      return say(reply.header('connection', 'close'), 413, tooLarge);
    case 415:
      return say(reply.header('connection', 'close'), 415, 'The content type or encoding is not supported');
    case 414:
      return say(reply, 404, 'There is nothing here');
    default:
      if (typeof code === 'number' && code >= 400 && code < 500) return say(reply, 400, notValid);
      request.log.error({ fault: error instanceof Error ? error.name : 'unknown', route: routeOf(request) }, 'failed');
      return say(reply, 500, 'The relay failed');
  }
}

/** The route's pattern: a path itself holds mailbox ids. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every status code that the relay answers with; the tests check that no other one leaves it. */
export const statuses = [200, 400, 401, 404, 405, 409, 410, 413, 415, 429, 500, 503] as const;
export type Status = (typeof statuses)[number];

/** A request that is refused before it reaches its route. */
export class RequestError extends Error {
  readonly statusCode: Status;

  constructor(statusCode: Status) {
    super(`answered ${statusCode}`);
    this.statusCode = statusCode;
  }
}

export const jsonType = 'application/json; charset=utf-8';

export const bodyTooLarge = 'The body is larger than 64 KiB';
export const invalidRequest = 'The request is not valid';

/** The Retry-After header of a 429, in seconds. */
export const retryAfter = '60';

/** JSON with status and message, like the reference receiver of the spec. */
const textOf = (status: Status, message: string, details?: object): string =>
  JSON.stringify({ status: status === 200 ? 'success' : 'error', message, ...details });

const ok = 'OK';
const okText = textOf(200, ok);

/** The body of the webhook receiver's answer. It is nearly always the same, so that one is made in advance. */
export const webhookAnswerText = (status: Status, message: string): string =>
  status === 200 && message === ok ? okText : textOf(status, message);

export const invalidRequestText = textOf(400, invalidRequest);

export function send(reply: FastifyReply, status: Status, message: string, details?: object): FastifyReply {
  if (status === 429) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .header('content-type', jsonType)
    .send(textOf(status, message, details));
}

/** Answers an error of the framework with the relay's own codes and messages. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  switch (code) {
    case 413:
      return send(reply.header('connection', 'close'), 413, bodyTooLarge);
    case 415:
      return send(reply.header('connection', 'close'), 415, 'The content type or encoding is not supported');
    case 414:
      return send(reply, 404, 'There is nothing here');
    default: {
      if (typeof code === 'number' && code >= 400 && code < 500) return send(reply, 400, invalidRequest);
      // The route's pattern, not the path: a path contains the mailbox id.
      const route = request.routeOptions.url ?? 'none';
      request.log.error({ fault: error instanceof Error ? error.name : 'unknown', route }, 'failed');
      return send(reply, 500, 'The relay failed');
    }
  }
}

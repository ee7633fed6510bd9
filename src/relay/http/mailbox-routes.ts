import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RelayAck } from '../../shared/wire/relay.ts';
import type { PollAnswer } from '../core/poll.ts';
import type { Relay } from '../core/relay.ts';
import type { Connections } from './connections.ts';
import { type RefuseUnauthenticated, tooManyFailed } from './failed-auth-limiter.ts';
import type { RequestBodies } from './request-bodies.ts';
import { jsonType, RequestError, send } from './responses.ts';

const Params = z.object({ mailbox: z.string() });
const Query = z.object({
  after: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).default(50),
  /** seconds */
  wait: z.coerce.number().min(0).default(0),
});
const maxLimit = 100;
const maxWaitSeconds = 60;

/** The bearer token; empty if there is none, which matches no mailbox. */
const tokenOf = (request: FastifyRequest): string =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';

function parseAck(body: Buffer | undefined): RelayAck | undefined {
  try {
    return RelayAck.safeParse(JSON.parse(body?.toString() ?? '')).data;
  } catch {
    return undefined;
  }
}

const invalidCursor = 'The cursor is not of this mailbox';

/** The routes for the counter: the long poll and the acknowledgement. */
export function mailboxRoutes(
  app: FastifyInstance,
  deps: { relay: Relay; connections: Connections; bodies: RequestBodies; refuse: RefuseUnauthenticated },
): void {
  const { relay, connections, bodies, refuse } = deps;
  app.removeAllContentTypeParsers();
  // Only the parsed ack waits for the database, not its body.
  app.addContentTypeParser('application/json', (request, payload, done) => {
    bodies.read(payload, request.headers['content-length'], (error, body) =>
      error === null ? done(null, parseAck(body)) : done(new RequestError(error)),
    );
  });

  const sendUnauthorised = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = refuse(request.raw);
    return send(reply, status, status === 429 ? tooManyFailed : 'The mailbox or its token is not valid');
  };

  const sendPollAnswer = (request: FastifyRequest, reply: FastifyReply, answer: PollAnswer): unknown => {
    switch (answer.kind) {
      case 'page':
        return reply.header('content-type', jsonType).send(JSON.stringify(answer.page));
      case 'unauthorised':
        return sendUnauthorised(request, reply);
      case 'bad_cursor':
        return send(reply, 400, invalidCursor);
      case 'gone': {
        const { oldest, acked } = answer;
        return send(reply, 410, 'Events behind the cursor are no longer kept', {
          oldest,
          ...(acked ? { acked } : {}),
        });
      }
      case 'taken':
        return send(reply, 409, 'Another counter reads this mailbox');
    }
  };

  // A held poll keeps only what its answer needs: there may be ten thousand of them.
  app.get('/v1/mailboxes/:mailbox/events', (request, reply) => {
    const { mailbox } = Params.parse(request.params);
    const query = Query.safeParse(request.query);
    if (!query.success) {
      send(reply, 400, 'after, limit or wait is not valid');
      return;
    }
    const { after = null, limit, wait } = query.data;
    relay
      .poll({
        mailbox,
        token: tokenOf(request),
        after,
        limit: Math.min(limit, maxLimit),
        waitMs: Math.min(wait, maxWaitSeconds) * 1000,
        signal: connections.signalFor(request.raw.socket),
      })
      .then(
        (answer) => sendPollAnswer(request, reply, answer),
        (error: unknown) => reply.send(error),
      );
  });

  app.post<{ Body: RelayAck | undefined }>('/v1/mailboxes/:mailbox/ack', async (request, reply) => {
    const { mailbox } = Params.parse(request.params);
    if (request.body === undefined) return send(reply, 400, 'cursor is missing or not valid');
    switch (await relay.ack({ ...request.body, mailbox, token: tokenOf(request) })) {
      case 'acked':
        return send(reply, 200, 'OK');
      case 'unauthorised':
        return sendUnauthorised(request, reply);
      case 'bad_cursor':
        return send(reply, 400, invalidCursor);
    }
  });
}

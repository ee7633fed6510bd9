import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { RelayAck } from '../../shared/wire/relay.ts';
import { jsonType, RequestFault, say } from '../answers.ts';
import type { Connections } from '../connections.ts';
import type { PollAnswer } from '../core/poll.ts';
import type { Relay } from '../core/relay.ts';
import { readBody } from '../read-body.ts';
import type { Uploads } from '../uploads.ts';
import { type Refuse, tooManyFailed } from './refuse.ts';

const Params = z.object({ mailbox: z.string() });
const Query = z.object({
  after: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).default(50),
  /** seconds */
  wait: z.coerce.number().min(0).default(0),
});
const most = { limit: 100, waitSeconds: 60 };

/** The bearer token; empty when there is none, which fits no mailbox. */
const tokenOf = (request: FastifyRequest): string =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';

function ackIn(body: Buffer | undefined): RelayAck | undefined {
  try {
    return RelayAck.safeParse(JSON.parse(body?.toString() ?? '')).data;
  } catch {
    return undefined;
  }
}

const wrong = { 401: 'The mailbox or its token is not valid', 429: tooManyFailed };

/** What the counter talks to: the long poll, and the acknowledgement. */
export function mailboxRoutes(
  app: FastifyInstance,
  parts: { relay: Relay; connections: Connections; uploads: Uploads; refuse: Refuse },
): void {
  const { relay, connections, uploads, refuse } = parts;
  app.removeAllContentTypeParsers();
  // What it says alone waits for the database, and not the body that it came in.
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(uploads, payload, request.headers['content-length'], (fault, body) =>
      fault === null ? done(null, ackIn(body)) : done(new RequestFault(fault)),
    );
  });

  const turnAway = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = refuse(request.raw);
    return say(reply, status, wrong[status]);
  };

  const answerPoll = (request: FastifyRequest, reply: FastifyReply, answer: PollAnswer): unknown => {
    switch (answer.kind) {
      case 'page':
        return reply.header('content-type', jsonType).send(JSON.stringify(answer.page));
      case 'unauthorised':
        return turnAway(request, reply);
      case 'bad_cursor':
        return say(reply, 400, 'The cursor is not of this mailbox');
      case 'gone':
        return say(reply, 410, 'Events behind the cursor are no longer kept', {
          oldest: answer.oldest,
          ...(answer.acked ? { acked: answer.acked } : {}),
        });
      case 'taken':
        return say(reply, 409, 'Another counter reads this mailbox');
    }
  };

  // Nothing but what the answer needs waits with a held poll: ten thousand of them are held at once.
  app.get('/v1/mailboxes/:mailbox/events', (request, reply) => {
    const { mailbox } = Params.parse(request.params);
    const query = Query.safeParse(request.query);
    if (!query.success) {
      say(reply, 400, 'after, limit or wait is not valid');
      return;
    }
    const { after = null, limit, wait } = query.data;
    const polled = relay.poll({
      mailbox,
      token: tokenOf(request),
      after,
      limit: Math.min(limit, most.limit),
      waitMs: Math.min(wait, most.waitSeconds) * 1000,
      line: connections.lineOf(request.raw.socket),
    });
    polled.then(
      (answer) => answerPoll(request, reply, answer),
      (fault: unknown) => reply.send(fault),
    );
  });

  app.post<{ Body: RelayAck | undefined }>('/v1/mailboxes/:mailbox/ack', async (request, reply) => {
    const { mailbox } = Params.parse(request.params);
    if (request.body === undefined) return say(reply, 400, 'cursor is missing or not valid');
    switch (await relay.ack({ ...request.body, mailbox, token: tokenOf(request) })) {
      case 'acked':
        return say(reply, 200, 'OK');
      case 'unauthorised':
        return turnAway(request, reply);
      case 'bad_cursor':
        return say(reply, 400, 'The cursor is not of this mailbox');
    }
  });
}

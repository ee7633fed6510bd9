import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { relayRef } from '../../shared/wire/relay.ts';
import { webhookHeaders } from '../../shared/wire/webhook.ts';
import { say } from '../answers.ts';
import type { Connections } from '../connections.ts';
import type { Relay } from '../core/relay.ts';
import { shortMailbox } from '../log.ts';
import { readBody } from '../read-body.ts';
import type { Tally } from '../tally.ts';
import type { Uploads } from '../uploads.ts';
import type { Refuse } from './refuse.ts';

const Params = z.object({ mailbox: z.string().min(1), ref: z.string().regex(relayRef).optional() });

const anyBytes = 'application/octet-stream';

/** A header given twice is joined by Node, and then fits nothing. */
const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
};

/**
 * The webhook receiver. Any content type is taken, also a malformed one, since the signature says whose the bytes are and a
 * sale's outcome must not be lost over a header; only a compressed body is refused (415), because what was signed is the
 * plain one.
 */
export function hookRoutes(
  app: FastifyInstance,
  parts: { relay: Relay; connections: Connections; uploads: Uploads; refuse: Refuse; tally: Tally },
): void {
  const { relay, connections, uploads, refuse, tally } = parts;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    readBody(uploads, payload, request.headers['content-length'], done);
  });
  app.addHook('onRequest', (request, reply, next) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      tally.compressed += 1;
      say(reply.header('connection', 'close'), 415, 'A compressed body is not supported');
      return;
    }
    // The framework would read it, and refuse what it cannot read.
    request.raw.headers['content-type'] = anyBytes;
    next();
  });
  for (const url of ['/hooks/:mailbox', '/hooks/:mailbox/:ref']) {
    app.post(url, async (request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) return say(reply, 404, 'There is nothing here');
      const { mailbox, ref = null } = params.data;
      const { status, message } = await relay.receive({
        mailbox,
        ref,
        event: headerOf(request, webhookHeaders.event),
        signature: headerOf(request, webhookHeaders.signature),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      if (status === 200) connections.vouchFor(request.raw.socket);
      // A flood writes no line each: what was limited is counted.
      if (status === 401 && refuse(request, reply, message) === 429) return reply;
      // The sender first: he has waited for the disk already.
      if (status !== 401) say(reply, status, message);
      request.log.info({ mailbox: shortMailbox(mailbox), ref, status }, 'webhook');
      return reply;
    });
  }
}

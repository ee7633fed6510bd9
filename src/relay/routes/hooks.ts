import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { relayRef } from '../../shared/wire/relay.ts';
import { webhookHeaders } from '../../shared/wire/webhook.ts';
import { say } from '../answers.ts';
import type { Relay } from '../core/relay.ts';
import type { TooMany } from '../flood.ts';
import { shortMailbox } from '../log.ts';

const Params = z.object({ mailbox: z.string().min(1), ref: z.string().regex(relayRef).optional() });
const Header = z.string().nullable().catch(null);

const headerOf = (request: FastifyRequest, name: string): string | null => Header.parse(request.headers[name] ?? null);

/**
 * The webhook receiver. Any content type is taken, since the signature says whose the bytes are and a sale's outcome must
 * not be lost over a header; only a compressed body is refused (415), because what was signed is the plain one.
 */
export function hookRoutes(app: FastifyInstance, relay: Relay, tooMany: TooMany): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
    return say(reply.header('connection', 'close'), 415, 'A compressed body is not supported');
  });
  for (const url of ['/hooks/:mailbox', '/hooks/:mailbox/:ref']) {
    app.post(url, async (request, reply) => {
      const params = Params.safeParse(request.params);
      if (!params.success) return say(reply, 404, 'There is nothing here');
      const { mailbox, ref = null } = params.data;
      const answer = await relay.receive({
        mailbox,
        ref,
        event: headerOf(request, webhookHeaders.event),
        signature: headerOf(request, webhookHeaders.signature),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      });
      request.log.info({ mailbox: shortMailbox(mailbox), ref, status: answer.status }, 'webhook');
      if (answer.status === 401 && (await tooMany(request))) return say(reply, 429, 'Too many unsigned requests');
      return say(reply, answer.status, answer.message);
    });
  }
}

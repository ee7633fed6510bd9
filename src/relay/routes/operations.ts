import type { FastifyInstance } from 'fastify';
import { jsonType, say } from '../answers.ts';
import { briefly } from '../core/briefly.ts';
import type { Clock } from '../core/ports.ts';
import type { Store } from '../core/store.ts';
import { openApi } from '../openapi.ts';

/** One text for all who ask, however many of them do not read it. */
const described = Buffer.from(JSON.stringify(openApi));

/** The database is asked once in so many milliseconds at most. */
const readyForMs = 1_000;

/** For whoever runs the relay: is it up, can it keep webhooks, what does it speak. */
export function operationRoutes(app: FastifyInstance, store: Store, clock: Clock): void {
  const check = briefly(clock, readyForMs, () => store.check());
  app.get('/healthz', async (_request, reply) => say(reply, 200, 'OK'));
  app.get('/readyz', async (_request, reply) => {
    try {
      await check();
      return say(reply, 200, 'OK');
    } catch {
      return say(reply, 503, 'The database cannot be asked');
    }
  });
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', jsonType).send(described));
}

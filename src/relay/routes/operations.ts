import type { FastifyInstance } from 'fastify';
import { jsonType, say } from '../answers.ts';
import type { Store } from '../core/store.ts';
import type { Metrics } from '../metrics.ts';
import { openApi } from '../openapi.ts';

/** One text for all who ask, however many of them do not read it. */
const described = JSON.stringify(openApi);

/** For whoever runs the relay: is it up, can it keep webhooks, what did it count, what does it speak. */
export function operationRoutes(app: FastifyInstance, metrics: Metrics, store: Store): void {
  app.get('/healthz', async (_request, reply) => say(reply, 200, 'OK'));
  app.get('/readyz', async (_request, reply) => {
    try {
      await store.check();
      return say(reply, 200, 'OK');
    } catch {
      return say(reply, 503, 'The database cannot be asked');
    }
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  );
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', jsonType).send(described));
}

import type { FastifyInstance } from 'fastify';
import { jsonType, say } from '../answers.ts';
import { openApi } from '../openapi.ts';
import type { Readiness } from '../readiness.ts';

/** One text for all who ask, however many of them do not read it. */
const described = Buffer.from(JSON.stringify(openApi));

/** For whoever runs the relay: is it up, can it keep webhooks, what does it speak. */
export function operationRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => say(reply, 200, 'OK'));
  app.get('/readyz', async (_request, reply) => {
    const problem = await readiness.check();
    return problem === null ? say(reply, 200, 'OK') : say(reply, 503, problem);
  });
  app.get('/openapi.json', async (_request, reply) => reply.header('content-type', jsonType).send(described));
}

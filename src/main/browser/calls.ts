import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../shared/contract/errors.ts';
import type { App } from '../app/app.ts';
import { dispatch } from '../app/dispatch.ts';
import type { Log } from '../ports/log.ts';
import { ServedOnce } from './served-once.ts';

const Call = z.object({
  params: z.object({ name: z.string() }),
  /** made by the page for each call; see ServedOnce */
  headers: z.object({ 'x-konter-call': z.uuid().optional() }),
});

/** POST /api/{name}: the input as JSON, the procedure's result as JSON, with 200 whether it went well or not. */
export function serveCalls(server: FastifyInstance, app: App, log: Log): void {
  const once = new ServedOnce();
  server.post('/api/:name', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const call = Call.safeParse({ params: request.params, headers: request.headers });
    if (!call.success) return reply.code(400).send(fail('invalid_input', 'The call has no proper id.'));
    const run = (): Promise<unknown> => dispatch(app.handlers, call.data.params.name, request.body, log);
    const id = call.data.headers['x-konter-call'];
    return id === undefined ? run() : once.serve(id, run);
  });
}

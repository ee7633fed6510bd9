import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../shared/contract/errors.ts';
import { slipHeaders } from '../app/page-security.ts';
import type { PrintJobs } from './print-jobs.ts';

const Params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** GET /print/{id}: one slip, once, for the frame that prints it. */
export function servePrints(server: FastifyInstance, jobs: PrintJobs): void {
  server.get('/print/:id', { config: { secretPath: true } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const html = params.success ? jobs.take(params.data.id) : null;
    if (html === null) return reply.code(404).send(fail('not_found', 'This slip is not kept any more.'));
    return reply.headers(slipHeaders(html)).send(html);
  });
}

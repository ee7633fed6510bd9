import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import { largestStatement, type PageFiles } from './page-files.ts';

const Params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** GET /files/{id}: a file that was made, as a download. PUT /statements/{id}: a file that the person chose. */
export function serveFiles(server: FastifyInstance, files: PageFiles): void {
  const gone = fail('not_found', 'This file is not kept any more.', { reason: 'file_gone' });
  server.get('/files/:id', { config: { secretPath: true } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const found = params.success ? files.open(params.data.id) : null;
    if (!found) return reply.code(404).send(gone);
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${found.name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
        'cache-control': 'no-store',
      })
      .send(found.stream);
  });
  server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  server.put('/statements/:id', { bodyLimit: largestStatement }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const { body } = request;
    const taken = params.success && body instanceof Readable && (await files.receive(params.data.id, body));
    return taken ? { ok: true } : reply.code(404).send(gone);
  });
}

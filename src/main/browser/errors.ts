import type { FastifyError, FastifyInstance } from 'fastify';
import { fail } from '../../shared/contract/errors.ts';
import type { Log } from '../ports/log.ts';

/** Every answer that no route gives, in the contract's own form and without a word of what was asked. */
export function answerErrors(server: FastifyInstance, log: Log): void {
  server.setNotFoundHandler(async (request, reply) => {
    const reading = request.method === 'GET' || request.method === 'HEAD';
    return reply.code(reading ? 404 : 405).send(fail('not_found', 'There is nothing at this address.'));
  });
  server.setErrorHandler(async (error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send(fail('invalid_input', sentences[status] ?? 'A bad request.'));
    log.error('the browser host failed', { error: error.name, code: error.code ?? null });
    return reply.code(500).send(fail('internal', 'The counter failed inside; its log says more.'));
  });
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The body is not JSON.',
  413: 'The body is too large.',
  415: 'The body must be sent as application/json.',
};

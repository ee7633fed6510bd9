/** Fastify, the signature, nothing stored: `node fastify-hmac.ts SECRET`. Says its address on a line. */
import Fastify from 'fastify';
import { isSigned } from './answer.ts';

const [secret = ''] = process.argv.slice(2);
const app = Fastify({ logger: false });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
app.post('/hooks/:mailbox/:ref', async (request, reply) => {
  const signed =
    Buffer.isBuffer(request.body) && isSigned(secret, request.body, request.headers['x-service-signature']);
  if (!signed) return reply.code(401).send({ status: 'error', message: 'The signature is not valid' });
  return { status: 'success', message: 'OK' };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

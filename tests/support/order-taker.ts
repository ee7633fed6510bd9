import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { envelope, orderData, prepaidData } from './answers.ts';

/** A payment service that takes every order, and lets something happen before it answers. Answers its base address. */
export async function orderTaker(beforeAnswer: () => void = () => undefined): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') beforeAnswer();
    const data = request.method === 'POST' ? orderData() : prepaidData({ start_cut_off: '', end_cut_off: '' });
    response.end(JSON.stringify(envelope(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
}

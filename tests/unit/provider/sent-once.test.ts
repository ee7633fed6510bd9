import { describe, expect, it } from 'vitest';
import { envelope } from '../../support/provider-answers.ts';
import { orderAsk, payAsk, type Scripted, scriptedProvider } from '../../support/provider-servers.ts';

const ends: [string, Scripted][] = [
  ['never sent', { kind: 'never_sent', reason: 'ECONNREFUSED' }],
  ['lost', { kind: 'lost', reason: 'ECONNRESET' }],
  ['refused', { status: 400, json: { status: 'error', message: 'x', data: null } }],
  ['not readable', { text: 'x' }],
  ['HTTP 503', { status: 503, json: envelope(null) }],
  ['HTTP 429', { status: 429, text: '' }],
];

describe('what moves money', () => {
  it.each(ends)('leaves once when it is %s', async (_, end) => {
    for (const press of ['order', 'pay'] as const) {
      const { provider, asked, slept } = scriptedProvider(end);
      await (press === 'order' ? provider.order(orderAsk) : provider.pay(payAsk));
      expect(asked).toHaveLength(1);
      expect(slept).toHaveLength(0);
    }
  });
});

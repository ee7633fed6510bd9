import { describe, expect, test } from 'vitest';
import { counterWorld, lost, neverSent, notThere, type Reply } from '../../support/counter-world.ts';
import { envelope } from '../../support/provider-answers.ts';

async function capabilitiesOf(reply: Reply | null = null) {
  const world = await counterWorld();
  if (reply !== null) world.say('capabilities', reply);
  const { capabilities } = world.ports.provider ?? {};
  if (!capabilities) throw new Error('no provider');
  return { ...world, capabilities };
}

describe('what a service offers', () => {
  test('is what it has, and names of later versions are none of ours', async () => {
    const { capabilities, says } = await capabilitiesOf();
    says.capabilities(['status', 'balance', 'weather']);
    expect(await capabilities.offers('status')).toBe(true);
    expect(await capabilities.offers('balance')).toBe(true);
    expect(await capabilities.offers('products')).toBe(false);
  });

  test.each<[string, Reply]>([
    ['a 404', notThere],
    ['a 404 without an envelope', { status: 404, text: 'Not Found' }],
    ['a page', { text: '<html>' }],
    ['another shape', { json: envelope({ capabilities: 'status' }) }],
    ['no list', { json: envelope({}) }],
    ['a list beside the envelope', { json: ['status'] }],
  ])('is nothing where the answer is %s, and is not asked for again', async (_title, reply) => {
    const { capabilities, times, state } = await capabilitiesOf(reply);
    expect(await capabilities.offers('status')).toBe(false);
    state.now += 24 * 60 * 60_000;
    expect(await capabilities.offers('status')).toBe(false);
    expect(times('capabilities')).toBe(1);
  });

  test('is asked for once, however many want to know', async () => {
    const { capabilities, says, times } = await capabilitiesOf();
    says.capabilities(['status']);
    await Promise.all([capabilities.offers('status'), capabilities.offers('balance')]);
    await capabilities.offers('products');
    expect(times('capabilities')).toBe(1);
  });

  test.each<[string, Reply]>([
    ['no line', neverSent],
    ['no answer', lost],
    ['a server error', { status: 502, text: '' }],
    ['too many requests', { status: 429, text: '' }],
  ])('is asked for again five minutes after %s', async (_title, reply) => {
    const { capabilities, say, says, times, state } = await capabilitiesOf(reply);
    expect(await capabilities.offers('status')).toBe(false);
    says.capabilities(['status']);
    expect(await capabilities.offers('status')).toBe(false);
    state.now += 5 * 60_000;
    expect(await capabilities.offers('status')).toBe(true);
    say('capabilities', reply);
    state.now += 60 * 60_000;
    expect(await capabilities.offers('status')).toBe(true);
    expect(times('capabilities')).toBe(2);
  });
});

test('nothing that a service may have is asked by a sale', async () => {
  const world = await counterWorld();
  await world.ordered();
  await world.counter.pay({ id: (await world.inquired()).id });
  expect(new Set(world.requests.map(({ operation }) => operation))).toEqual(
    new Set(['product', 'order', 'inquiry', 'pay']),
  );
});

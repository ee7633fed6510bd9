import { expect, test } from 'vitest';
import { body, hook, metric, poll, startRelay } from '../support/relay.ts';

test('one signed body brings 32 refs and event names to a mailbox, over a restart and a retention too, and each is answered 200', async () => {
  const under = await startRelay();
  const send = async (from: number, count: number): Promise<void> => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        at % 2 === 0
          ? hook(under, body('T1'), { ref: `order-${from + at}` })
          : hook(under, body('T1'), { headers: { 'x-service-event': `event-${from + at}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  };
  const storedCount = async (): Promise<number> => (await poll(under, { limit: 100 })).events.length;
  await hook(under, body('T1'), { ref: 'genuine' });
  await send(1, 20);
  expect(await storedCount()).toBe(21);
  await under.restart();
  await send(101, 60);
  expect(await storedCount()).toBe(32);
  expect(await metric(under, 'relay_webhooks_over_variant_limit_total')).toBe(49);
  await under.restart();
  await send(201, 10);
  expect((await hook(under, body('T1'), { ref: 'genuine' })).status).toBe(200);
  expect(await storedCount()).toBe(32);
  await hook(under, body('T2'), { ref: 'genuine' });
  expect(await storedCount()).toBe(33);
  await under.sql('UPDATE mailboxes SET pruned_through = (SELECT max(id) FROM webhooks)');
  await under.sql('DELETE FROM webhooks');
  await under.restart();
  await send(301, 10);
  expect(await under.sql('SELECT id FROM webhooks')).toEqual([]);
});

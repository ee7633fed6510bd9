import { expect, test, vi } from 'vitest';
import { watchLeases } from '../../../../../src/relay/store/postgres/notification-listener.ts';

test('leases held elsewhere are read after a connect, again after a failure, and at each check without a connection', async () => {
  let away = true;
  const [told, reported]: [string[], string[]] = [[], []];
  let asked = 0;
  const leases = watchLeases({
    leasesHeldElsewhere: async () => {
      asked += 1;
      if (away) throw new Error('away');
      return [{ mailbox: `m${asked}`, leaseGeneration: asked }];
    },
    listener: { onLeases: (all) => void told.push(...all.map(({ mailbox }) => mailbox)) },
    errors: { report: (what) => void reported.push(what) },
  });
  leases.onConnect();
  await vi.waitFor(() => expect(reported).toEqual(['the leases of other instances could not be read']));
  away = false;
  leases.check();
  await vi.waitFor(() => expect(told).toEqual(['m2']));
  leases.check();
  expect(asked).toBe(2);
  leases.onDisconnect();
  leases.check();
  leases.check();
  await vi.waitFor(() => expect(told).toEqual(['m2', 'm3', 'm4']));
  leases.onConnect();
  await vi.waitFor(() => expect(told).toHaveLength(4));
  leases.check();
  expect(asked).toBe(5);
});

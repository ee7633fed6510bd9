import { expect, it } from 'vitest';
import { shiftHandlers } from '../../src/main/ledger/api.ts';
import { counterWorld } from '../support/counter-world.ts';

it('cash that moves between the question and the opening of a shift is asked about', async () => {
  const world = await counterWorld();
  const { db, ports } = world;
  const real = db.shifts;
  const act = { actor: 'cashier', at: '2026-03-10T02:00:00.000Z' };
  await real.open({ ...act, counted: 0, day: '2026-03-10' });
  await real.close({ ...act, counted: 50_000 });
  const shifts = {
    ...real,
    async carried(counted: number) {
      const difference = await real.carried(counted);
      await world.ordered({ tendered: 12_000 });
      return difference;
    },
  };
  const prints = undefined as never; // nothing is printed here
  const handlers = shiftHandlers({
    runtime: () => ({ db: { shifts }, ports, prints }),
    shop: { config: () => ({ settings: { purse: '', drawerCount: 'free', cashCategories: [] } }) },
    statusChanged: () => {},
  });
  const opened = await handlers['shifts.open']({ counted: 50_000 });
  const carried = opened.ok ? opened.value.carried : null;
  expect(carried?.difference ?? 0).toBe(0);
});

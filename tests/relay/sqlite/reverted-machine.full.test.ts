import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '../../../src/relay/http/limits.ts';
import { longestAwayMs } from '../../../src/shared/wire/relay.ts';
import { countersOfShop, isReady } from '../../support/counters-of-shop.ts';
import { listenLocally } from '../../support/local-server.ts';
import type { RelayUnderTest } from '../../support/relay.ts';
import { relayWithCopies } from '../../support/relay-copies.ts';

const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };

/** A line to the relay whose connections stay open and silent once its machine is gone, as when a snapshot of it is put back. */
async function lineTo(relay: { url: string }) {
  const { hostname, port } = new URL(relay.url);
  const open = new Map<Socket, Socket>();
  const server = createServer((counter) => {
    const machine = connect(Number(port), hostname);
    open.set(counter, machine);
    for (const end of [counter, machine]) end.on('error', () => undefined);
    counter.pipe(machine).pipe(counter);
    counter.on('close', () => {
      open.delete(counter);
      machine.destroy();
    });
  });
  const localPort = await listenLocally(server);
  onTestFinished(() => {
    for (const counter of open.keys()) counter.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${localPort}`,
    vanish(): void {
      for (const [counter, machine] of open) {
        machine.unpipe(counter);
        counter.unpipe(machine);
        counter.resume();
        machine.destroy();
      }
    },
  };
}

test('a counter that waits for a machine that is gone is waited for by the one that was put back', async () => {
  expect(defaultLimits.compareMs).toBeGreaterThan(longestAwayMs);
  const { under, copy, putBack } = await relayWithCopies();
  const line = await lineTo(under.relay);
  const through: RelayUnderTest = { ...under, relay: { ...under.relay, url: line.url } };
  const shop = await countersOfShop(['Front', 'Back'], async () => through);
  const [front, back] = shop.counters;
  if (!front || !back) throw new Error('two counters');
  const [first, other] = [await front.open(), await back.open()];
  await isReady(first, front);
  await isReady(other, back);
  const copied = await copy();
  shop.provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour: 'never-final', times: 9 });
  expect((await first.call('order', order)).value.state).toBe('pending');
  line.vanish();
  await putBack(copied, null);
  // It is refused in words until then.
  await vi.waitFor(async () => expect((await other.call('order', order)).error).toMatchObject({ code: 'in_flight' }), {
    timeout: defaultLimits.compareMs + 30_000,
    interval: 1000,
  });
  expect(shop.sent(customerNo)).toBe(1);
}, 150_000);

import type { CounterPorts } from './ports.ts';
import { timestamp } from './sale.ts';

/**
 * The relay no longer has what came behind our place in the mailbox (410). What it held is lost, so every unresolved sale
 * is written down for a person to look at, and reading goes on from the oldest that is kept.
 */
export async function relayGap(ports: CounterPorts, mailbox: string, oldest: string | null): Promise<void> {
  const unresolved = await ports.journal.unresolved();
  await ports.journal.commit({
    sale: null,
    event: {
      type: 'relay.gap',
      at: timestamp(ports),
      actor: 'relay',
      data: { unresolved: unresolved.map((sale) => sale.id) },
      bodies: [],
    },
    ...(oldest === null ? {} : { cursor: { mailbox, cursor: oldest } }),
  });
  for (const sale of unresolved) ports.announce(sale);
}

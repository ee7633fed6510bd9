import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { Head } from '../db/change.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { ShippedLogAtRelay } from '../relay-client/index.ts';
import { shippingHandlers } from './api.ts';
import { LogShipping } from './shipping-worker.ts';

export interface Context extends ModeContext {
  connection: {
    shippedLog?: (signal: AbortSignal) => ShippedLogAtRelay;
    mailbox: object | null;
    clockAheadMs(): number | null;
  };
  oneShop: { membership: { shop(): { key: { derive(name: 'log'): Uint8Array } | null } | null } } | null;
  runTask: RunTask;
  /** the relay has shipped that event, and the journal lacks it */
  olderJournal(notice: { head: Head }): void;
}

export const logShippingFeature = defineFeature({
  /** null at an office, and without a relay, as in training */
  open({ role, connection, oneShop, events, olderJournal, system, onClose, ...context }: Context): {
    shipping: LogShipping | null;
  } {
    const { shippedLog } = connection;
    if (shippedLog === undefined || role === 'office') return { shipping: null };
    const shipping = new LogShipping({
      ...context,
      ...system,
      relayUntil: shippedLog,
      logKey: () => oneShop?.membership.shop()?.key?.derive('log') ?? null,
      onOlderJournal(head) {
        events.emit('olderDatabase');
        olderJournal({ head });
      },
      relayAheadMs: () => (connection.mailbox ? (connection.clockAheadMs() ?? 0) : 0),
    });
    events.on('relayLive', () => shipping.compare());
    events.on('relayGap', () => shipping.compare());
    onClose(() => shipping.stop());
    return { shipping };
  },
  handlers: shippingHandlers,
});

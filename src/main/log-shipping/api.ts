import { rm } from 'node:fs/promises';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Restore } from '../backup/index.ts';
import { backupError } from '../backup/index.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { ShopSettings } from '../settings/index.ts';
import { FetchFailed } from './fetch-shipped.ts';
import type { LogShipping } from './shipping-worker.ts';

interface ShippingApiDeps {
  runtime(): { shipping: LogShipping | null; db: Pick<SalesStore, 'beyond'> };
  shop: ShopSettings;
  restore: Restore;
  dataDir: string;
}

/** backups.shipped and backups.restoreShipped. */
export function shippingHandlers({
  runtime,
  shop,
  restore,
  dataDir,
}: ShippingApiDeps): Pick<Handlers, 'backups.shipped' | 'backups.restoreShipped'> {
  return {
    async 'backups.shipped'() {
      const comparison = (await runtime().shipping?.check()) ?? { kind: 'off' as const };
      if (!('shipped' in comparison)) {
        return ok({ state: comparison.kind, events: 0, snapshotAt: null, lastRowAt: null, lost: null });
      }
      const { kind, shipped } = comparison;
      const { through, head } = shipped;
      const beyond = head === null ? null : await runtime().db.beyond({ seq: through, hash: head });
      const state = kind === 'matches' || kind === 'differs' ? kind : 'other';
      return ok({
        state,
        events: through,
        snapshotAt: shipped.snapshot?.at ?? null,
        lastRowAt: beyond?.at ?? null,
        lost: beyond && { sales: beyond.sales, records: beyond.records },
      });
    },

    async 'backups.restoreShipped'({ pin }) {
      const { shipping } = runtime();
      if (!shipping) return fail('not_allowed', 'Nothing is shipped from here.', { reason: 'nothing_shipped' });
      const verdict = await shop.pin.check(pin);
      if (verdict !== 'ok') return fail('not_allowed', 'Only a supervisor may restore.', { reason: verdict });
      if (restore.underWay()) return fail('not_allowed', 'A copy is being put back.', { reason: 'restoring' });
      let fetched: string;
      try {
        fetched = await shipping.fetch();
      } catch (error) {
        const reason = error instanceof FetchFailed ? error.reason : backupError(error, dataDir);
        return fail('internal', 'The log could not be fetched from the relay.', { reason });
      }
      try {
        return await restore.restore(fetched);
      } finally {
        await rm(fetched, { force: true });
      }
    },
  };
}

import { ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { System } from '../base/system.ts';
import type { ShopSettings } from '../settings/index.ts';
import { type OpenCounter, type RelayTestReceiver, testConnection, testRelayRoundTrip } from './connection-tests.ts';

interface Deps {
  runtime(): OpenCounter & { relayTestReceiver: RelayTestReceiver };
  shop: ShopSettings;
  system: System;
}

/** settings.test and settings.tryRelay: tests of the present connection, without a sale. */
export function connectionHandlers({
  runtime,
  shop,
  system,
}: Deps): Pick<Handlers, 'settings.test' | 'settings.tryRelay'> {
  return {
    async 'settings.test'(ask) {
      const config = shop.config();
      const found = await testConnection(system, runtime(), config, ask?.productCode);
      const answers = found.provider === 'ok' || found.provider === 'no_product';
      const product = ask?.productCode === undefined ? {} : { product: found.provider === 'ok' };
      await shop.recordTests(config, { provider: answers, ...product });
      return ok(found);
    },
    async 'settings.tryRelay'() {
      const config = shop.config();
      const trial = await testRelayRoundTrip(system, runtime(), config);
      await shop.recordTests(config, { relay: trial.outcome === 'ok' });
      return ok(trial);
    },
  };
}

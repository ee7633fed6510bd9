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
    'settings.test': async () => ok(await testConnection(system, runtime(), shop.config())),
    'settings.tryRelay': async () => ok(await testRelayRoundTrip(system, runtime(), shop.config())),
  };
}

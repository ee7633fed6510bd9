import { ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { ShopSettings } from '../settings/index.ts';
import type { RelayTestReceiver } from './relay-test-receiver.ts';
import { type OpenCounter, testConnection } from './test-connection.ts';
import { testRelayRoundTrip } from './test-relay.ts';

interface Parts {
  runtime(): OpenCounter & { relayTestReceiver: RelayTestReceiver };
  shop: ShopSettings;
}

/** settings.test and settings.testRelayRoundTrip: the connection as it is set, tried without a sale. */
export function connectionHandlers({ runtime, shop }: Parts): Pick<Handlers, 'settings.test' | 'settings.tryRelay'> {
  return {
    'settings.test': async () => ok(await testConnection(runtime(), shop.config())),
    'settings.tryRelay': async () => ok(await testRelayRoundTrip(runtime(), shop.config())),
  };
}

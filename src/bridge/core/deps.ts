import type { Vault } from '../../server/credentials.ts';
import type { Clock, Random } from '../../server/ports.ts';
import type { OrderRepository } from './order-repository.ts';
import type { ProviderAdapter, ProviderRequest, ProviderResponse } from './provider-adapter.ts';

/** What the bridge reaches: its database, the provider, the relay and the machine. */
export interface BridgeDeps {
  store: OrderRepository;
  adapter: ProviderAdapter;
  vault: Pick<Vault, 'decrypt'>;
  clock: Clock;
  /** milliseconds of a clock that cannot be set, since any moment */
  monotonic(): number;
  random: Random;
  /** Sends one request once, and reads its answer; null: none came, or not whole. Never rejects. */
  sendToProvider(request: ProviderRequest): Promise<ProviderResponse>;
  /** Posts a body once. Answers the HTTP status; null: no answer. Never rejects. */
  post(request: { url: string; headers: Readonly<Record<string, string>>; body: Uint8Array }): Promise<number | null>;
  /** the relay whose mailboxes get the results, without a slash at its end */
  relayUrl: string;
  /** Never a number, a name, a serial number or a text of the provider. */
  log(fields: Readonly<Record<string, string | number | boolean>>, message: string): void;
  onError(error: unknown): void;
}

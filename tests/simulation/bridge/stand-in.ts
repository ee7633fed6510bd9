import type { ProviderAdapter, ProviderRequest, ProviderResponse } from '../../../src/bridge/core/provider-adapter.ts';
import type { Chance } from '../engine/chance.ts';

export interface StandInDeps {
  chance: Chance;
  now(): number;
  after(ms: number, run: () => void): void;
  /** posts a webhook to the bridge */
  webhook(headers: Readonly<Record<string, string>>, body: Uint8Array): void;
}

/** A sale in a provider's books. */
export interface BookedSale {
  refId: string;
  state: 'inquired' | 'pending' | 'success' | 'failed';
  /** it was a success before */
  isRefund: boolean;
  purchases: number;
  cost: number;
  /** null: not a bill */
  total: number | null;
  sn: string;
}

/** What a prepaid product takes from the deposit; the bill is `pln`. */
export const prices: Readonly<Record<string, number>> = { xld10: 10_450, pln20: 20_300, xld25: 25_150 };

/** A provider that a simulated bridge talks to. */
export interface StandIn {
  readonly adapter: ProviderAdapter;
  /** The sale that a request buys, pays or looks up; null: it is about none. */
  subjectOf(request: ProviderRequest): { ref: string; mayBuy: boolean } | null;
  /** Takes a request when it arrives, and answers. */
  handle(request: ProviderRequest): ProviderResponse;
  /** From now on it says what is true, at once. */
  calm(): void;
  /** Sends the webhook of every sale that has ended once more. */
  repeatWebhooks(): void;
  books(): BookedSale[];
}

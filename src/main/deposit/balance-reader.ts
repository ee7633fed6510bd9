import type { ReportedBalance } from '../../shared/contract/deposit.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Clock } from '../base/system.ts';
import type { Provider } from '../provider/index.ts';
import type { DepositRepository } from './deposit-repository.ts';

/** The provider is asked at most this often. */
const minPauseMs = 3 * 60_000;

interface Deps {
  provider: Provider | null;
  deposit: Pick<DepositRepository, 'estimate'>;
  clock: Pick<Clock, 'monotonic'>;
}

/** The balance that the provider names where it can be asked for it, beside the estimate at that time. It moves no estimate. */
export class BalanceReader {
  readonly #deps: Deps;
  #last: ReportedBalance | null = null;
  #newest: { startedAt: number; reading: Promise<Result<ReportedBalance>> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** What was read last. */
  async last(): Promise<{ isOffered: boolean; last: ReportedBalance | null }> {
    const { provider } = this.#deps;
    return { isOffered: (await provider?.capabilities.offers('balance')) ?? false, last: this.#last };
  }

  /** Asks the provider. Within three minutes of the last question: that one's answer. */
  async read(): Promise<Result<ReportedBalance>> {
    const { provider, clock } = this.#deps;
    if (!provider || !(await provider.capabilities.offers('balance'))) {
      return fail('not_configured', 'The payment service names no balance.');
    }
    const now = clock.monotonic();
    if (this.#newest === null || now - this.#newest.startedAt >= minPauseMs) {
      this.#newest = { startedAt: now, reading: this.#request(provider) };
    }
    return this.#newest.reading;
  }

  async #request({ capabilities }: Provider): Promise<Result<ReportedBalance>> {
    const outcome = await capabilities.balance();
    if (outcome.kind !== 'answered') {
      return fail('provider_unreachable', 'The payment service did not name its balance.', { reason: 'no_answer' });
    }
    const { balance, at } = outcome.value;
    this.#last = { balance, at, estimate: (await this.#deps.deposit.estimate())?.balance ?? null };
    return ok(this.#last);
  }
}

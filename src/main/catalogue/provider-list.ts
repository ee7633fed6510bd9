import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { ListProblem, ProviderListReading, TakenList } from '../../shared/domain/provider-list.ts';
import type { ProductList } from '../../shared/wire/capabilities.ts';
import { type Clock, isoNow, type Random, randomUuid } from '../base/system.ts';
import type { Provider, ProviderOutcome } from '../provider/index.ts';
import type { CatalogueRepository } from './catalogue-repository.ts';
import { compareList, type ListEntry, readListEntries } from './compare-list.ts';

/** A service gives its list once in five minutes. The bridge adds ten seconds to its provider's five: sooner it answers the list of before. */
export const minPauseMs = 5 * 60_000 + 15_000;

interface Deps {
  provider: Provider | null;
  book: Pick<CatalogueRepository, 'list' | 'takeList'>;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  random: Random;
}

/** A list that can be taken, or why there is none. */
type Answer =
  | { kind: 'list'; id: string; at: string; entries: ListEntry[]; unusable: number }
  | { kind: 'refused'; problem: ListProblem; code: string | null };

/** The provider's list of products, where it offers one: read at a press, compared with the catalogue, and taken at another press. */
export class ProviderList {
  readonly #deps: Deps;
  #newest: { startedAt: number; answer: Promise<Answer> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async isOffered(): Promise<boolean> {
    return (await this.#deps.provider?.capabilities.offers('products')) ?? false;
  }

  /** Compares the list with the catalogue as it is now. Within five minutes of the last request: that one's list, or its problem. */
  async read(): Promise<Result<ProviderListReading>> {
    const { provider, clock, book } = this.#deps;
    if (!provider || !(await this.isOffered())) {
      return fail('not_configured', 'The payment service has no list of products.');
    }
    if (this.#newest === null || clock.monotonic() - this.#newest.startedAt >= minPauseMs) {
      this.#newest = { startedAt: clock.monotonic(), answer: this.#request(provider) };
    }
    const { startedAt, answer } = this.#newest;
    const list = await answer;
    const restMs = Math.max(0, minPauseMs - (clock.monotonic() - startedAt));
    const nextAt = this.#newest === null ? null : new Date(clock.now() + restMs).toISOString();
    if (list.kind === 'refused') return ok({ ...list, nextAt });
    const { id, at, entries, unusable } = list;
    return ok({ kind: 'compared', id, at, unusable, nextAt, ...compareList(await book.list(), entries) });
  }

  /** Puts the list that was compared into the catalogue, all or nothing. Prices stay. Null: it is not the newest list any more. */
  async take(id: string, takesNew: boolean): Promise<TakenList | null> {
    const list = await this.#newest?.answer;
    if (list?.kind !== 'list' || list.id !== id) return null;
    return this.#deps.book.takeList(list.entries, takesNew, isoNow(this.#deps.clock));
  }

  async #request({ capabilities }: Provider): Promise<Answer> {
    const outcome = await capabilities.products();
    // Nothing reached the service, so that it may be asked at once.
    if (outcome.kind === 'never_sent') this.#newest = null;
    if (outcome.kind !== 'answered') return { kind: 'refused', problem: problemOf(outcome), code: null };
    const { at, products } = outcome.value;
    const content = readListEntries(products);
    if (!content.ok) return { kind: 'refused', problem: content.problem, code: content.code };
    const { entries, unusable } = content;
    return { kind: 'list', id: randomUuid(this.#deps.random), at, entries, unusable };
  }
}

function problemOf(outcome: Exclude<ProviderOutcome<ProductList>, { kind: 'answered' }>): ListProblem {
  if (outcome.kind === 'never_sent') return 'not_connected';
  const { status } = outcome;
  if (status === 401 || status === 403) return 'credentials';
  if (outcome.kind === 'refused' || status === 429 || (status !== null && status >= 500)) return 'not_now';
  if (status !== null) return 'unreadable';
  return outcome.reason === 'answer too large' ? 'too_large' : 'no_answer';
}

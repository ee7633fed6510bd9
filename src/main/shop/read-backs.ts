import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Clock } from '../base/system.ts';

export type ReadBackSale = Pick<Transaction, 'productCode' | 'customerNo'>;

/** A tentative claim lapses at the relay after 60 s. */
const readBackMs = 55_000;
const maxReadBacks = 50;

/** The sales that are being read back to a customer, under the ids that they will have. */
export class ReadBacks {
  readonly #sales = new Map<string, ReadBackSale & { at: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(id: string, sale: ReadBackSale): void {
    for (const oldest of this.#sales.keys()) {
      if (this.#sales.size < maxReadBacks) break;
      this.#sales.delete(oldest);
    }
    this.#sales.set(id, { ...sale, at: this.#clock.monotonic() });
  }

  has(id: string): boolean {
    const sale = this.#sales.get(id);
    return sale !== undefined && this.#clock.monotonic() - sale.at < readBackMs;
  }

  /** The id of the newest of such a sale; null: none is read back. */
  find({ productCode, customerNo }: ReadBackSale): string | null {
    let newest: string | null = null;
    for (const [id, sale] of this.#sales) {
      if (!this.has(id)) this.#sales.delete(id);
      else if (sale.productCode === productCode && sale.customerNo === customerNo) newest = id;
    }
    return newest;
  }

  /** It is sent, or is not sent now. @returns whether it was read back */
  end(id: string): boolean {
    return this.#sales.delete(id);
  }
}

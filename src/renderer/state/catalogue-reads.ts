import { ok, type Result } from '../../shared/contract/errors.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { call } from '../host/call.ts';

/** Reads of the catalogue for one store, whose events and other reads go on meanwhile. */
interface CatalogueReads {
  /** The list, with the later versions of its products; null where the answer to a later read came first: that one is newer. */
  read(): Promise<Result<CatalogueItem[]> | null>;
  /** Products of an event or a save: they are newer than the answer to any read that is under way. */
  note(items: readonly CatalogueItem[]): void;
}

export function createCatalogueReads(): CatalogueReads {
  const reads = new Set<CatalogueItem[]>();
  let asked = 0;
  let answered = 0;
  return {
    async read() {
      const meanwhile: CatalogueItem[] = [];
      reads.add(meanwhile);
      asked += 1;
      const mine = asked;
      const answer = await call('catalogue.list');
      reads.delete(meanwhile);
      if (!answer.ok) return answer;
      if (mine < answered) return null;
      answered = mine;
      const items = new Map([...answer.value.items, ...meanwhile].map((item) => [item.productCode, item]));
      return ok([...items.values()]);
    },
    note(items) {
      for (const meanwhile of reads) meanwhile.push(...items);
    },
  };
}

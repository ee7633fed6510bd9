import { create } from 'zustand';
import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue/item.ts';
import type { CatalogueWork } from '../../../shared/domain/catalogue/work.ts';
import { call } from '../../host/call.ts';
import { listen } from '../../host/listen.ts';

interface CatalogueStore {
  /** by code, in the order of their codes; null while they are being read */
  items: ReadonlyMap<string, CatalogueItem> | null;
  work: CatalogueWork | null;
  error: KonterError | null;
}

export const useCatalogue = create<CatalogueStore>(() => ({ items: null, work: null, error: null }));

export async function readCatalogue(): Promise<void> {
  const answer = await call('catalogue.list');
  if (answer.ok) {
    const items = new Map(answer.value.items.map((item) => [item.productCode, item]));
    useCatalogue.setState({ items, error: null });
  } else useCatalogue.setState({ error: answer.error });
}

export async function readWork(): Promise<void> {
  const answer = await call('catalogue.work');
  if (answer.ok) keepWork(answer.value);
}

export const keepWork = (work: CatalogueWork): void => useCatalogue.setState({ work });

export function keepItems(changed: readonly CatalogueItem[]): void {
  useCatalogue.setState(({ items }) => {
    if (items === null) return {};
    const next = new Map(items);
    for (const item of changed) next.set(item.productCode, item);
    return { items: next };
  });
}

function hear(event: KonterEvent): void {
  if (event.type === 'catalogueWork') keepWork(event.work);
  if (event.type !== 'catalogue') return;
  if (event.items === null) void readCatalogue();
  else keepItems(event.items);
}

/** Listens first, then reads what stands now. Answers what ends it. */
export function followCatalogue(): () => void {
  const end = listen(hear);
  void readCatalogue();
  void readWork();
  return end;
}

/** Null when it is saved. */
export async function saveItem(change: ItemChange): Promise<KonterError | null> {
  const answer = await call('catalogue.save', { changes: [change] });
  if (!answer.ok) return answer.error;
  keepItems(answer.value.items);
  return null;
}

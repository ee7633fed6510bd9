import { create } from 'zustand';
import type { ItemChange } from '../../../shared/contract/catalogue.ts';
import { type KonterError, ok, type Result } from '../../../shared/contract/errors.ts';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import type { CatalogueItem } from '../../../shared/domain/catalogue.ts';
import type { CatalogueWork, ImportState } from '../../../shared/domain/catalogue-jobs.ts';
import type { TakenList } from '../../../shared/domain/provider-list.ts';
import { call, subscribe } from '../../host/call.ts';
import { createCatalogueReads } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { navigate } from '../../state/router.ts';

interface CatalogueStore {
  /** by code, in the order of their codes; null while they are being read */
  items: ReadonlyMap<string, CatalogueItem> | null;
  work: CatalogueWork | null;
  error: KonterError | null;
  /** when the list began that was seen at work here, and the one whose end was seen; ISO 8601 */
  watched: string | null;
  dismissed: string | null;
  /** the list of those without a price was asked for: the screen opens with it, once */
  opensUnpriced: boolean;
  /** the payment service has a list of all its products */
  hasProviderList: boolean;
  /** what of it was taken last, until its line is closed; `risen`: the codes whose cost went up */
  taken: (TakenList & { risen: ReadonlySet<string> }) | null;
}

export const useCatalogue = create<CatalogueStore>(() => ({
  items: null,
  work: null,
  error: null,
  watched: null,
  dismissed: null,
  opensUnpriced: false,
  hasProviderList: false,
  taken: null,
}));

/** From another screen to the products that have no price yet. */
export function openUnpriced(): void {
  useCatalogue.setState({ opensUnpriced: true });
  navigate('catalogue');
}

const reads = createCatalogueReads();

dropOnPersonChange(() => {
  reads.drop();
  useCatalogue.setState(useCatalogue.getInitialState());
});

export async function readCatalogue(): Promise<void> {
  const answer = await reads.read();
  if (answer === null) return;
  if (!answer.ok) return useCatalogue.setState({ error: answer.error });
  useCatalogue.setState({ items: new Map(answer.value.map((item) => [item.productCode, item])), error: null });
}

const readWork = async (): Promise<void> => void (await callForWork('catalogue.work'));

async function readListOffer(): Promise<void> {
  const answer = await call('catalogue.listOffer');
  if (answer.ok) useCatalogue.setState({ hasProviderList: answer.value.isOffered });
}

type WorkProcedure =
  | 'catalogue.work'
  | 'catalogue.import'
  | 'catalogue.refresh'
  | 'catalogue.resume'
  | 'catalogue.cancel';

/**
 * Calls a procedure that answers with the state of the catalogue's work, and keeps that state. Main publishes every change as an
 * event; an event that arrives during the call replaces the answer, which may be older.
 */
export async function callForWork<N extends WorkProcedure>(
  ...args: Parameters<typeof call<N>>
): Promise<KonterError | null> {
  const before = eventCount;
  const answer = await call<N>(...args);
  if (!answer.ok) return answer.error;
  if (eventCount === before) keepWork(answer.value);
  return null;
}

let eventCount = 0;

function keepWork(work: CatalogueWork): void {
  const list = work.import;
  useCatalogue.setState(list && isAtWork(list) ? { work, watched: list.startedAt } : { work });
}

const isAtWork = ({ state }: ImportState): boolean => state !== 'done' && state !== 'cancelled';

/** A finished import is shown where it was watched, or where something failed. */
export function isImportShown(
  list: ImportState,
  { watched, dismissed }: Pick<CatalogueStore, 'watched' | 'dismissed'>,
): boolean {
  if (isAtWork(list)) return true;
  return list.startedAt !== dismissed && (list.failed > 0 || list.startedAt === watched);
}

export const dismissList = (): void =>
  useCatalogue.setState(({ work }) => ({ dismissed: work?.import?.startedAt ?? null }));

export function keepItems(changed: readonly CatalogueItem[]): void {
  reads.note(changed);
  useCatalogue.setState(({ items }) => {
    if (items === null) return {};
    const next = new Map(items);
    for (const item of changed) next.set(item.productCode, item);
    return { items: next };
  });
}

function onEvent(event: KonterEvent): void {
  if (event.type === 'catalogueWork') {
    eventCount += 1;
    keepWork(event.work);
  }
  if (event.type !== 'catalogue') return;
  if (event.items === null) void readCatalogue();
  else keepItems(event.items);
}

/** Subscribes first, then reads the current list. Returns the function that unsubscribes. */
export function followCatalogue(): () => void {
  const end = subscribe(onEvent);
  void readCatalogue();
  void readWork();
  void readListOffer();
  return end;
}

/**
 * Looks a product up, which puts it into the catalogue; one that was hidden is wanted again.
 * @returns its name
 */
export async function addProduct(typed: string): Promise<Result<string>> {
  const answer = await call('product', { productCode: typed });
  if (!answer.ok) return answer;
  const { productCode, productName } = answer.value;
  const error = await saveItem({ productCode, hidden: false });
  return error ? { ok: false, error } : ok(productName ?? productCode);
}

/** Null when it is saved. */
export async function saveItem(change: ItemChange): Promise<KonterError | null> {
  const answer = await call('catalogue.save', { changes: [change] });
  if (!answer.ok) return answer.error;
  keepItems(answer.value.items);
  return null;
}

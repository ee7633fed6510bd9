import { join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { maxParked, type ParkedDraft, ParkedSale } from '../../shared/contract/parking.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { includesCustomerNo, sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { createSerialQueue } from '../base/async.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Clock, isoNow, type Random, randomUuid } from '../base/system.ts';

interface ParkingDeps {
  runtime(): { parked: ParkedSales };
  /** runs while the counter does not stop */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
}

/** parking.* */
export function parkingHandlers({
  runtime,
  whileOpen,
}: ParkingDeps): Pick<Handlers, 'parking.list' | 'parking.park' | 'parking.take'> {
  return {
    'parking.list': async () => ok({ parked: [...(await runtime().parked.list())] }),
    'parking.park': ({ draft }) =>
      whileOpen(async () => {
        const parked = await runtime().parked.park(draft);
        return parked ? ok(parked) : fail('not_allowed', 'Nine sales are parked.', { reason: 'parking_full' });
      }),
    'parking.take': ({ id, instead }) =>
      whileOpen(async () => {
        const taken = await runtime().parked.take(id, instead ?? null);
        return taken ? ok(taken) : fail('not_found', 'No such sale is parked.', { reason: 'not_parked' });
      }),
  };
}

/**
 * Sales that cashiers parked while they were typed. Drafts only: nothing here is ever sent. They are in a file of their own, not in
 * the database: no backup has them, so that a restore brings back none that was sold meanwhile and no number that was erased.
 * Everything is on the disk when it resolves.
 */
export interface ParkedSales {
  /** oldest first */
  list(): Promise<readonly ParkedSale[]>;
  /** null: as many as there may be are parked */
  park(draft: ParkedDraft): Promise<ParkedSale | null>;
  /** Takes one out, to one caller only, and parks the other draft in its room. Null: it is not there any more */
  take(id: string, instead: ParkedDraft | null): Promise<ParkedSale | null>;
  ofCustomer(customerNo: string): Promise<ParkedSale[]>;
  /** @param saved ids of the customer's entries in the book @returns how many were dropped */
  erase(customerNo: string, saved: readonly string[]): Promise<number>;
  /** Drops those that were parked before. @param before ISO 8601 UTC */
  eraseOlder(before: string): Promise<void>;
}

interface ParkedSalesDeps {
  /** of this mode's files */
  folder: string;
  clock: Clock;
  random: Random;
  publish(parked: ParkedSale[]): void;
}

export function openParkedSales({ folder, clock, random, publish }: ParkedSalesDeps): ParkedSales {
  const file = jsonFile(join(folder, 'parked-sales.json'), z.array(ParkedSale));
  const queue = createSerialQueue();
  let cache: readonly ParkedSale[] | null = null;
  const read = async (): Promise<readonly ParkedSale[]> => (cache ??= (await file.read()) ?? []);
  const write = async (next: ParkedSale[]): Promise<void> => {
    await file.write(next);
    cache = next;
    publish(next);
  };
  const parkedNow = (draft: ParkedDraft): ParkedSale => ({ id: randomUuid(random), parkedAt: isoNow(clock), draft });
  /** @returns how many were dropped */
  const drop = async (isDropped: (sale: ParkedSale) => boolean): Promise<number> => {
    const all = await read();
    const left = all.filter((sale) => !isDropped(sale));
    if (left.length < all.length) await write(left);
    return all.length - left.length;
  };
  return {
    list: () => queue(read),
    park: (draft) =>
      queue(async () => {
        const all = await read();
        if (all.length >= maxParked) return null;
        const parked = parkedNow(draft);
        await write([...all, parked]);
        return parked;
      }),
    take: (id, instead) =>
      queue(async () => {
        const all = await read();
        const taken = all.find((sale) => sale.id === id);
        if (!taken) return null;
        await write([...all.filter((sale) => sale !== taken), ...(instead ? [parkedNow(instead)] : [])]);
        return taken;
      }),
    ofCustomer: (customerNo) => queue(async () => (await read()).filter((sale) => isAbout(sale, customerNo))),
    erase: (customerNo, saved) =>
      queue(() => drop((sale) => isAbout(sale, customerNo) || saved.includes(sale.draft.payment?.customerId ?? ''))),
    eraseOlder: (before) => queue(async () => void (await drop(({ parkedAt }) => parkedAt < before))),
  };
}

/** Whether the number stands in a draft, in any field and spelling. */
function isAbout({ draft }: ParkedSale, customerNo: string): boolean {
  if (sameCustomerNo(draft.customerNo, customerNo)) return true;
  return [draft.customerNo, draft.text, ...Object.values(draft.left)].some((typed) =>
    includesCustomerNo(typed, customerNo),
  );
}

export interface Context extends ModeContext {
  parts: { openParkedSales: typeof openParkedSales };
}

export const parkingFeature = defineFeature({
  open: ({ parts, folder, system: { clock, random }, publish }: Context) => ({
    parked: parts.openParkedSales({
      folder,
      clock,
      random,
      publish: (sales) => publish({ type: 'parking', parked: sales }),
    }),
  }),
  handlers: parkingHandlers,
});

import { isInCutOff, readCutOff } from '../../shared/domain/cut-off.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { answerAt } from './behaviours/parts.ts';
import { behaviourNamed } from './behaviours/table.ts';
import { providerZone } from './bill.ts';
import { brandOf, categoryOf } from './brands.ts';
import type { Item, Pause } from './catalogue/product.ts';
import { answer, type Desk, refuse } from './desk.ts';
import type { SimulatedAnswer } from './http.ts';

const hour = 3_600_000;

/** Its two ends as HH:mm:ss, provider's time; 00:00:00 twice is none. */
export function pauseAt(pause: Pause, now: number): { start: string; end: string } {
  if (pause === null) return { start: '00:00:00', end: '00:00:00' };
  if (pause !== 'now') return pause;
  return { start: wallClock(now - hour, providerZone).time, end: wallClock(now + hour, providerZone).time };
}

/** Whether an order for it would be taken at that moment. */
export function isForSale(item: Item, desk: Desk): boolean {
  if (!desk.isActive(item)) return false;
  if (item.kind === 'postpaid') return true;
  const now = desk.clock.now();
  const { start, end } = pauseAt(item.pause, now);
  return !isInCutOff(readCutOff(start, end), wallClock(now, providerZone).time);
}

/** GET /product/{product_code} (spec, Product, in its two shapes). */
export function product(desk: Desk, productCode: string, path: string): SimulatedAnswer {
  const item = desk.item(productCode);
  if (!item) return refuse(404, 'Produk tidak ditemukan');
  const answering = item.behaviour === null ? undefined : behaviourNamed(item.behaviour)?.product;
  const afterMs = (answering?.at ?? answerAt / 2) * desk.pace;
  return answer(resourceOf(item, desk), { answering, path, acted: false, afterMs });
}

function resourceOf(item: Item, desk: Desk): Record<string, unknown> {
  const common = {
    product_code: item.code,
    product_name: item.name,
    type: item.type,
    Status: desk.isActive(item) ? 'active' : 'inactive',
    description: item.description,
  };
  if (item.kind === 'postpaid') {
    const { admin, commission } = item;
    return { ...common, Category: categoryOf(item), Brand: brandOf(item), admin, commission };
  }
  const { start, end } = pauseAt(item.pause, desk.clock.now());
  return {
    ...common,
    category: categoryOf(item),
    brand: brandOf(item),
    start_cut_off: start,
    end_cut_off: end,
  };
}

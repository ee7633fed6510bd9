import { isInCutOff, readCutOff } from '../../shared/domain/cut-off.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { answerAt } from './behaviours/behaviour.ts';
import { behaviourNamed } from './behaviours/table.ts';
import type { CutOff, Item } from './catalogue.ts';
import { providerZone } from './generated-data.ts';
import { answer, type OperationContext, refuse } from './operation-context.ts';
import type { SimulatedAnswer } from './ports.ts';

const hour = 3_600_000;

/** Start and end of the cut-off, HH:mm:ss in the provider's zone; 00:00:00 twice for none. */
function cutOffAt(cutOff: CutOff, now: number): { start: string; end: string } {
  if (cutOff === null) return { start: '00:00:00', end: '00:00:00' };
  if (cutOff !== 'now') return cutOff;
  return { start: wallClock(now - hour, providerZone).time, end: wallClock(now + hour, providerZone).time };
}

/** Whether an order of the product is accepted now. */
export function isForSale(item: Item, context: OperationContext): boolean {
  if (!context.isActive(item)) return false;
  if (item.kind === 'postpaid') return true;
  const now = context.clock.now();
  const { start, end } = cutOffAt(item.cutOff, now);
  return !isInCutOff(readCutOff(start, end), wallClock(now, providerZone).time);
}

/** GET /product/{product_code} (spec, Product, in its two shapes). */
export function product(context: OperationContext, productCode: string, path: string): SimulatedAnswer {
  const item = context.item(productCode);
  if (!item) return refuse(404, 'Produk tidak ditemukan');
  const answering = item.behaviour === null ? undefined : behaviourNamed(item.behaviour)?.product;
  const afterMs = (answering?.at ?? answerAt / 2) * context.pace;
  return answer(resourceOf(item, context), { answering, path, acted: false, afterMs });
}

function resourceOf(item: Item, context: OperationContext): Record<string, unknown> {
  const common = {
    product_code: item.code,
    product_name: item.name,
    type: item.type,
    Status: context.isActive(item) ? 'active' : 'inactive',
    description: item.description,
  };
  if (item.kind === 'postpaid') {
    const { admin, commission } = item;
    return { ...common, Category: categoryOf(item), Brand: brandOf(item), admin, commission };
  }
  const { start, end } = cutOffAt(item.cutOff, context.clock.now());
  return {
    ...common,
    category: categoryOf(item),
    brand: brandOf(item),
    start_cut_off: start,
    end_cut_off: end,
  };
}

/** Spec, Brand object and Category object. */
export const brandOf = (item: { brand: string }) => ({
  name: item.brand,
  logo: `https://logo.example/${item.brand.toLowerCase()}.png`,
});

export const categoryOf = (item: { category: string }) => ({ name: item.category });

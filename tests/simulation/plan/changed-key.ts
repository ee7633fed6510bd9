import { chanceOf } from '../engine/chance.ts';
import type { Item } from './plan.ts';

const second = 1000;
const phones = ['081234567890', '081200000001', '081200000002', '081200000003', '081200000004'];

/**
 * In one shop of sixteen the provider signs with another key from some moment on and nobody is notified, while orders go on: two of
 * them fail the signature check, and no third may leave. Drawn from a stream of its own.
 */
export function changedKeyOf(seed: number, bustleMs: number): Item[] {
  const chance = chanceOf(`konter/${seed}/changed key`);
  if (!chance.happens(1 / 16)) return [];
  let at = chance.between(1, bustleMs);
  const items: Item[] = [{ at, do: 'sign_with', key: 'nobody was notified' }];
  for (const customer of phones) {
    at += chance.between(second, 20 * second);
    items.push({ at, do: 'order', customer, product: 'TSEL10', allowDuplicate: true, allowCutOff: true, cash: false });
  }
  return items;
}

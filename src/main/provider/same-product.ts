import type { WireFault } from '../../shared/wire/told.ts';

/** Whether an answer that names a product names the one asked for; an answer that names none does not differ. */
export function isOtherProduct(asked: string, told: string | null): boolean {
  return told !== null && told.trim().toUpperCase() !== asked.trim().toUpperCase();
}

export function otherProduct(path: string, asked: string, told: string | null): WireFault[] {
  return isOtherProduct(asked, told) ? [{ path, problem: 'is not the product that was asked for' }] : [];
}

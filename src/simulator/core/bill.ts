import { wallClock } from '../../shared/domain/zone.ts';
import type { PostpaidItem } from './catalogue/product.ts';
import { randomOf } from './random.ts';

export const providerZone = 'Asia/Jakarta';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];

export interface Bill {
  /** whole rupiah, admin included */
  total: number;
  details: { period: string; bill_value: string; price_admin: string }[];
}

/** Month and year, that many months before the moment, provider's time. */
function periodBefore(now: number, back: number): string {
  const [year = 0, month = 1] = wallClock(now, providerZone).day.split('-').map(Number);
  const index = year * 12 + (month - 1) - back;
  return `${months[index % 12]} ${Math.floor(index / 12)}`;
}

/**
 * What is owed: the same for the same seed, product and number, until the month turns.
 * @param periods how many, where the number does not decide it (one to three)
 */
export function billOf(seed: string, item: PostpaidItem, customerNo: string, now: number, periods?: number): Bill {
  const random = randomOf(`${seed}/bill/${item.code}/${customerNo}`);
  const usual = random.between(1, 3);
  const count = periods ?? usual;
  const details = Array.from({ length: count }, (_, index) => ({
    period: periodBefore(now, count - index),
    bill_value: String(random.between(Math.ceil(item.bill.from / 100), Math.floor(item.bill.to / 100)) * 100),
    price_admin: String(item.admin),
  }));
  return { total: details.reduce((sum, one) => sum + Number(one.bill_value) + item.admin, 0), details };
}

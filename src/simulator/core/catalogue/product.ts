/** Where a cut-off does not depend on the hour: provider's time, HH:mm:ss. "now" is one that is always on. */
export type Pause = { start: string; end: string } | 'now' | null;

interface Common {
  code: string;
  name: string;
  brand: string;
  category: string;
  type: 'Umum' | 'Premium';
  description: string;
  active: boolean;
  /** the name of the behaviour that this code asks for */
  behaviour: string | null;
}

/** How a serial number looks. */
export type SnStyle = 'digits' | 'token' | 'reference' | 'packed';

export interface PrepaidItem extends Common {
  kind: 'prepaid';
  /** what the provider takes from the shop's deposit, rupiah */
  cost: number;
  pause: Pause;
  sn: SnStyle;
}

export interface PostpaidItem extends Common {
  kind: 'postpaid';
  /** rupiah per period */
  admin: number;
  commission: number;
  /** a period's bill, rupiah, both ends included */
  bill: { from: number; to: number };
  sn: SnStyle;
}

export type Item = PrepaidItem | PostpaidItem;

type Given<T extends Item, K extends keyof T> = Pick<T, K> & Partial<Omit<T, K | 'kind'>>;

const common = { type: 'Umum', description: '-', active: true, behaviour: null } as const;

export function prepaid(item: Given<PrepaidItem, 'code' | 'name' | 'brand' | 'category' | 'cost'>): PrepaidItem {
  return { ...common, kind: 'prepaid', pause: null, sn: 'digits', ...item };
}

export function postpaid(
  item: Given<PostpaidItem, 'code' | 'name' | 'brand' | 'category' | 'admin' | 'commission' | 'bill'>,
): PostpaidItem {
  return { ...common, kind: 'postpaid', sn: 'reference', ...item };
}

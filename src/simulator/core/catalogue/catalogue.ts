import { bills } from './bills.ts';
import { dataPackages } from './data-packages.ts';
import { drills } from './drills.ts';
import { electricityTokens } from './electricity-tokens.ts';
import { phoneCredit } from './phone-credit.ts';
import type { Item } from './product.ts';

/** Everything the provider sells, by product code. */
export const catalogue: ReadonlyMap<string, Item> = new Map(
  [...phoneCredit, ...dataPackages, ...electricityTokens, ...bills, ...drills].map((item) => [item.code, item]),
);

import { z } from 'zod';
import type { ItemChange } from '../../shared/contract/catalogue.ts';
import { ProductCode } from '../../shared/contract/procedure.ts';
import { Product } from '../../shared/contract/selling.ts';
import { CatalogueAmount, type CatalogueItem, GroupName } from '../../shared/domain/catalogue.ts';

/** A product as the office publishes it. What is null is left as each counter has it. */
export const OfficeItem = z.object({
  /** the provider's data, for a counter that has never looked it up */
  product: Product.extend({ productCode: ProductCode }),
  cost: CatalogueAmount.nullable(),
  sellingPrice: CatalogueAmount.nullable(),
  fee: CatalogueAmount.nullable(),
  favourite: z.boolean(),
  group: GroupName.nullable(),
  place: z.int().nonnegative().nullable(),
  hidden: z.boolean(),
});
export type OfficeItem = z.infer<typeof OfficeItem>;

/** The picture is fetched by each counter, once it looks the product up. */
export function officeItem(item: CatalogueItem): OfficeItem {
  const { productCode, productName, kind, type, active, description, category, brand, cutOff, admin, commission } =
    item;
  const { cost, sellingPrice, fee, favourite, group, place, hidden } = item;
  const said = {
    productCode,
    productName,
    kind,
    type,
    active,
    description,
    category,
    brand,
    cutOff,
    admin,
    commission,
  };
  return { product: { ...said, logo: null, faults: [] }, cost, sellingPrice, fee, favourite, group, place, hidden };
}

const fields = ['cost', 'sellingPrice', 'fee', 'favourite', 'group', 'place', 'hidden'] as const;
type Fields = Pick<OfficeItem, (typeof fields)[number]>;

/** What is to be written: the known fields that are not so already. A price that is the same counts as entered from then on. */
export function differing(was: CatalogueItem | null, now: Fields): Omit<ItemChange, 'productCode'> {
  const isNew = (field: (typeof fields)[number]): boolean =>
    now[field] !== null &&
    (was === null || was[field] !== now[field] || (field === 'sellingPrice' && was.priceFrom === 'sold'));
  return Object.fromEntries(fields.filter(isNew).map((field) => [field, now[field]]));
}

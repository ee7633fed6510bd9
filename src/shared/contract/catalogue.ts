import { z } from 'zod';
import { CatalogueAmount, CatalogueItem, GroupName, itemWithoutCosts, LogoName } from '../domain/catalogue.ts';
import { CatalogueWork } from '../domain/catalogue-jobs.ts';
import { nothing, PriceAmount, ProductCode, procedure } from './procedure.ts';

/** A person's change of a product: absent fields stay, null removes. */
export const ItemChange = z.strictObject({
  /** as the provider spells it */
  productCode: ProductCode,
  cost: PriceAmount.nullable().optional(),
  sellingPrice: PriceAmount.nullable().optional(),
  fee: CatalogueAmount.nullable().optional(),
  favourite: z.boolean().optional(),
  group: GroupName.nullable().optional(),
  place: z.int().min(0).max(1_000_000).nullable().optional(),
  hidden: z.boolean().optional(),
});
export type ItemChange = z.infer<typeof ItemChange>;

/** Limit of one call; more changes go in several calls. */
export const maxChanges = 200;

/** The shop's own catalogue. A product gets into it by being looked up (`product`), or from a list. */
/** A cashier orders products on the buttons; prices need a permission. */
function isOnlyFavourite(change: z.output<typeof ItemChange>): boolean {
  return Object.entries(change).every(
    ([field, value]) => value === undefined || field === 'productCode' || field === 'favourite',
  );
}

export const catalogue = {
  /** everything, hidden products too; the event "catalogue" reports changes */
  'catalogue.list': procedure({
    input: nothing,
    output: z.object({ items: z.array(CatalogueItem) }),
    needs: 'signedIn',
    extendsSession: false,
    office: 'own',
    costs: (answer) => ({ ...answer, items: answer.items.map(itemWithoutCosts) }),
  }),
  /** all or nothing; not_found when one of the codes is not in the catalogue */
  'catalogue.save': procedure({
    input: z.strictObject({ changes: z.array(ItemChange).min(1).max(maxChanges) }),
    output: z.object({ items: z.array(CatalogueItem) }),
    needs: ({ changes }) => (changes.every(isOnlyFavourite) ? ['sell'] : ['catalogue']),
    office: 'own',
    costs: (answer) => ({ ...answer, items: answer.items.map(itemWithoutCosts) }),
  }),
  /** pictures as data: addresses; missing ones are left out */
  'catalogue.logos': procedure({
    input: z.strictObject({ names: z.array(LogoName).min(1).max(50) }),
    output: z.object({ logos: z.array(z.object({ name: LogoName, url: z.string() })) }),
    needs: 'signedIn',
    extendsSession: false,
    office: 'own',
  }),
  'catalogue.work': procedure({
    input: nothing,
    output: CatalogueWork,
    needs: 'signedIn',
    extendsSession: false,
    office: 'own',
  }),
  /** looks up every product of the catalogue again, now */
  'catalogue.refresh': procedure({ input: nothing, output: CatalogueWork, needs: 'catalogue', office: 'own' }),
  /** continues a job that stopped or waits */
  'catalogue.resume': procedure({
    input: z.strictObject({ what: z.enum(['import', 'refresh']) }),
    output: CatalogueWork,
    needs: 'catalogue',
    office: 'own',
  }),
  /** cancels it; finished lines stay */
  'catalogue.cancel': procedure({
    input: z.strictObject({ what: z.enum(['import', 'refresh']) }),
    output: CatalogueWork,
    needs: 'catalogue',
    office: 'own',
  }),
};

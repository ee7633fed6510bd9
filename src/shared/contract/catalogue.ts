import { z } from 'zod';
import { CatalogueAmount, CatalogueItem, GroupName, LogoName } from '../domain/catalogue.ts';
import { CatalogueWork, FailedLine, ProductChange } from '../domain/catalogue-jobs.ts';
import { ChosenFile, FileTask, Separator, TaskId } from './files.ts';
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

const ColumnName = z.string().max(200);

/** The column of a list for each field; null: none. */
export const ListColumns = z.strictObject({
  productCode: ColumnName,
  cost: ColumnName.nullable(),
  sellingPrice: ColumnName.nullable(),
  group: ColumnName.nullable(),
});
export type ListColumns = z.infer<typeof ListColumns>;

/** Limit of pasted text; a longer list comes as a file. */
export const maxPastedLetters = 40_000;
/** More lines than any shop sells products. */
export const maxListLines = 20_000;
export const maxListBytes = 8 * 1024 * 1024;

/** The shop's own catalogue. A product gets into it by being looked up (`product`), or from a list. */
export const catalogue = {
  /** everything, hidden products too; the event "catalogue" reports changes */
  'catalogue.list': procedure(nothing, z.object({ items: z.array(CatalogueItem) })),
  /** all or nothing; not_found when one of the codes is not in the catalogue */
  'catalogue.save': procedure(
    z.strictObject({ changes: z.array(ItemChange).min(1).max(maxChanges) }),
    z.object({ items: z.array(CatalogueItem) }),
  ),
  /** pictures as data: addresses; missing ones are left out */
  'catalogue.logos': procedure(
    z.strictObject({ names: z.array(LogoName).min(1).max(50) }),
    z.object({ logos: z.array(z.object({ name: LogoName, url: z.string() })) }),
  ),
  /** asks for a file with a list; "page": the host's script brings it before this resolves */
  'catalogue.choose': procedure(nothing, ChosenFile),
  /** its columns and first lines, and which of them are probably what */
  'catalogue.previewImport': procedure(
    z.strictObject({ file: TaskId }),
    z.object({ columns: z.array(z.string()), sample: z.array(z.array(z.string())), mapped: ListColumns.nullable() }),
  ),
  /** begins to ask about every code of a list, one at a time; see `catalogue.work` and the event "catalogueWork" */
  'catalogue.import': procedure(
    z.union([
      z.strictObject({ text: z.string().min(1).max(maxPastedLetters) }),
      /** null: the file has no heads, and is read as a pasted list */
      z.strictObject({ file: TaskId, columns: ListColumns.nullable() }),
    ]),
    CatalogueWork,
  ),
  'catalogue.work': procedure(nothing, CatalogueWork),
  /** lines of the last list that are not in the catalogue, in its order */
  'catalogue.failed': procedure(
    z.strictObject({ after: z.int().nonnegative().optional(), limit: z.int().min(1).max(500).optional() }).optional(),
    z.object({ lines: z.array(FailedLine), next: z.int().nullable() }),
  ),
  /** looks up every product of the catalogue again, now */
  'catalogue.refresh': procedure(nothing, CatalogueWork),
  /** continues a job that stopped or waits */
  'catalogue.resume': procedure(z.strictObject({ what: z.enum(['import', 'refresh']) }), CatalogueWork),
  /** cancels it; finished lines stay */
  'catalogue.cancel': procedure(z.strictObject({ what: z.enum(['import', 'refresh']) }), CatalogueWork),
  /** differences in the provider's data, newest first */
  'catalogue.changes': procedure(
    z.strictObject({ before: z.int().positive().optional(), limit: z.int().min(1).max(200).optional() }).optional(),
    z.object({ changes: z.array(ProductChange), next: z.int().nullable() }),
  ),
  /** as a CSV, the catalogue or the lines that failed; null: the person gave it no place */
  'catalogue.export': procedure(
    z.strictObject({ what: z.enum(['items', 'failed']), separator: Separator.optional() }),
    z.object({ task: FileTask.nullable() }),
  ),
};

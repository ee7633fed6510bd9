import { z } from 'zod';
import { CatalogueAmount } from '../domain/catalogue.ts';
import { CatalogueWork, FailedLine, LineReason, ProductChange } from '../domain/catalogue-jobs.ts';
import { HiddenParts, ListMapping, PriceUnit, TableView } from '../domain/column-mapping.ts';
import { NonNegativeInt, NullableInt, NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { ProviderListReading, readingWithoutCosts, TakenList } from '../domain/provider-list.ts';
import { ChosenFile, FileTask, Separator, TaskId } from './files.ts';
import { nothing, PageLimit, procedure } from './procedure.ts';

/** A row of a price list as it is read with a mapping. */
export const ListPreview = z.object({
  text: z.string(),
  productCode: NullableString,
  cost: CatalogueAmount.nullable(),
  sellingPrice: CatalogueAmount.nullable(),
  group: NullableString,
  /** why it cannot be taken; "heading": it names an operator or a column, or is a total, and is no product */
  reason: LineReason.or(z.literal('heading')).nullable(),
});
export type ListPreview = z.infer<typeof ListPreview>;

/** A list's mapping, and its first lines as it reads them. `mapping`: null where the file is no table, and is read as pasted text. */
export const ListProposal = TableView.extend({
  mapping: ListMapping.nullable(),
  hidden: HiddenParts,
  /** prices look as if they were in thousands: a person says the unit */
  asksUnit: z.boolean(),
  lines: z.array(ListPreview),
});
export type ListProposal = z.infer<typeof ListProposal>;

/** Limit of pasted text; a longer list comes as a file. */
export const maxPastedLetters = 40_000;
/** More lines than any shop sells products. */
export const maxListLines = 20_000;
export const maxListBytes = 8 * 1024 * 1024;

/** Lists of products that come in and go out. Apart from the catalogue, whose rows the first screen loads. */
export const productLists = {
  /** asks for a file with a list; "page": the host's script brings it before this resolves */
  'catalogue.choose': procedure({ input: nothing, output: ChosenFile, needs: 'catalogue', office: 'own' }),
  /** proposes a mapping, or the last one of a file with the same headings; with `mapping`: what the person has corrected */
  'catalogue.previewImport': procedure({
    input: z.strictObject({ file: TaskId, mapping: ListMapping.optional() }),
    output: ListProposal,
    needs: 'catalogue',
    office: 'own',
  }),
  /** begins to ask about every code of a list, one at a time; see `catalogue.work` and the event "catalogueWork" */
  'catalogue.import': procedure({
    input: z.union([
      /** `unit`: asked for by the reason "list_unit" where prices may be in thousands */
      z.strictObject({ text: z.string().min(1).max(maxPastedLetters), unit: PriceUnit.optional() }),
      /** null: the file is no table, and is read as a pasted list */
      z.strictObject({ file: TaskId, mapping: ListMapping.nullable(), unit: PriceUnit.optional() }),
    ]),
    output: CatalogueWork,
    needs: 'catalogue',
    office: 'own',
  }),
  /** lines of the last list that are not in the catalogue, in its order */
  'catalogue.failed': procedure({
    input: z.strictObject({ after: NonNegativeInt.optional(), limit: z.int().min(1).max(500).optional() }).optional(),
    output: z.object({ lines: z.array(FailedLine), next: NullableInt }),
    needs: 'catalogue',
    office: 'own',
  }),
  /** differences in the provider's data, newest first */
  'catalogue.changes': procedure({
    input: z.strictObject({ before: PositiveInt.optional(), limit: PageLimit }).optional(),
    output: z.object({ changes: z.array(ProductChange), next: NullableInt }),
    needs: 'catalogue',
    office: 'own',
  }),
  /** as a CSV, the catalogue or the lines that failed; null: the person gave it no place */
  'catalogue.export': procedure({
    input: z.strictObject({ what: z.enum(['items', 'failed']), separator: Separator.optional() }),
    output: z.object({ task: FileTask.nullable() }),
    needs: 'catalogue',
    office: 'own',
  }),
  /** whether the payment service has a list of all its products; asks for no list */
  'catalogue.listOffer': procedure({
    input: nothing,
    output: z.object({ isOffered: z.boolean() }),
    needs: 'catalogue',
    extendsSession: false,
    office: 'own',
  }),
  /** reads that list and compares it with the catalogue; again within five minutes: the list, or the problem, of before. It changes nothing */
  'catalogue.compareList': procedure({
    input: nothing,
    output: ProviderListReading,
    needs: 'catalogue',
    office: 'own',
    costs: readingWithoutCosts,
  }),
  /** takes the list that was compared: all or nothing, and no selling price. not_found: a newer one was read */
  'catalogue.takeList': procedure({
    /** `takesNew`: also the products that the catalogue lacks */
    input: z.strictObject({ id: z.uuid(), takesNew: z.boolean() }),
    output: TakenList,
    needs: 'catalogue',
    office: 'own',
  }),
};

import { z } from 'zod';
import { ListMapping, StatementMapping } from '../../../shared/domain/column-mapping.ts';
import { type JsonFile, jsonFile } from '../../base/json-file.ts';

/** A mapping that a person confirmed, by the headings of its file. */
export interface RememberedMapping<M> {
  columns: string[];
  mapping: M;
}

const maxRemembered = 30;

const columns = z.array(z.string());
export const StatementMappings = z.array(z.object({ columns, mapping: StatementMapping })).max(maxRemembered);
const amount = z.int().nonnegative();
export const ListMappings = z
  .array(
    z.object({
      columns,
      mapping: ListMapping,
      /** the cheapest and the dearest of the list of which a person said the unit, in rupiah; null: nothing was asked yet */
      prices: z.object({ low: amount, high: amount }).nullable(),
    }),
  )
  .max(maxRemembered);
export type RememberedList = z.infer<typeof ListMappings>[number];

/** Whether a file has the same headings in the same order. */
export const isRemembered = ({ columns }: RememberedMapping<unknown>, headings: readonly string[]): boolean =>
  columns.length === headings.length && columns.every((name, at) => name === headings[at]);

/** Confirmed mappings, a file in the data folder; ignored if unreadable. It holds names of columns, and of the lines no more than two prices. */
export function rememberedMappings<Entry extends RememberedMapping<unknown>>(path: string, schema: z.ZodType<Entry[]>) {
  const file: JsonFile<Entry[]> = jsonFile(path, schema);
  const read = async (): Promise<Entry[]> => (await file.read()) ?? [];
  return {
    read,
    async remember(confirmed: Entry): Promise<void> {
      const others = (await read()).filter((each) => !isRemembered(each, confirmed.columns));
      await file.write([confirmed, ...others].slice(0, maxRemembered));
    },
  };
}

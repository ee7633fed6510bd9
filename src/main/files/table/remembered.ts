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
export const ListMappings = z.array(z.object({ columns, mapping: ListMapping })).max(maxRemembered);

/** Whether a file has the same headings in the same order. */
export const isRemembered = ({ columns }: RememberedMapping<unknown>, headings: readonly string[]): boolean =>
  columns.length === headings.length && columns.every((name, at) => name === headings[at]);

/** Confirmed mappings, a file in the data folder; ignored if unreadable. It holds names of columns, and nothing of the lines. */
export function rememberedMappings<M>(path: string, schema: z.ZodType<RememberedMapping<M>[]>) {
  const file: JsonFile<RememberedMapping<M>[]> = jsonFile(path, schema);
  const read = async (): Promise<RememberedMapping<M>[]> => (await file.read()) ?? [];
  return {
    read,
    async remember(confirmed: RememberedMapping<M>): Promise<void> {
      const others = (await read()).filter((each) => !isRemembered(each, confirmed.columns));
      await file.write([confirmed, ...others].slice(0, maxRemembered));
    },
  };
}

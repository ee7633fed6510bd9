import { z } from 'zod';
import { ProviderHeaders } from '../../../shared/contract/provider-headers.ts';
import { settingTable } from '../../../shared/contract/setting-table.ts';
import { statusWord } from '../../../shared/domain/refusal-words.ts';

/** A whole number typed as text, within bounds. */
export const typedNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** Nothing typed is null; anything else goes through the schema. */
export const orNull = <T>(schema: z.ZodType<T, string>) =>
  z.union([
    z
      .string()
      .trim()
      .regex(/^$/)
      .transform(() => null),
    schema,
  ]);

function parsedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A JSON object of header names and texts, typed as text; nothing typed is undefined, which changes nothing. */
export const typedHeaders = z
  .string()
  .transform((text) => (text.trim() === '' ? undefined : (parsedJson(text) ?? null)))
  .pipe(ProviderHeaders.optional());

/** HTTP codes with commas between them. */
export const typedCodes = z
  .string()
  .transform((text) =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
  )
  .pipe(z.array(z.int().min(200).max(499)).max(20));

/** Words with commas between them. */
export const typedRefusalWords = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map(statusWord)
        .filter((word) => word !== ''),
    ),
  ])
  .pipe(settingTable.provider.rows.refusalWords.schema);

/** A secret typed anew; nothing typed changes nothing. */
export const typedSecret = z
  .string()
  .max(500)
  .transform((text) => (text === '' ? undefined : text));

import { z } from 'zod';
import { By } from './staff.ts';

/** What a product costs the shop or its customers. The last two are the provider's. */
const priceFields = ['cost', 'sellingPrice', 'fee', 'admin', 'commission'] as const;

const Amount = z.int().nullable();

/** One amount of one product, whole rupiah; null: none. */
export const PriceChange = z.object({ code: z.string(), what: z.enum(priceFields), was: Amount, now: Amount });
export type PriceChange = z.infer<typeof PriceChange>;

const Plain = z.union([z.number(), z.boolean(), z.null(), z.array(z.string())]);

/**
 * A setting by its name. Numbers, switches and the words of a refusal with their values; of other words,
 * addresses and secrets only that they were changed.
 */
export const SettingChange = z.object({ name: z.string(), was: Plain.optional(), now: Plain.optional() });
export type SettingChange = z.infer<typeof SettingChange>;

/** Prices that were changed together, or settings that touch money or security, as the log has it. */
export const AuditEntry = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: z.enum(['catalogue.price_changed', 'settings.changed']),
  /** null: nobody is set up, or the provider or the office said so */
  by: By.nullable(),
  /** whether the provider said so */
  byProvider: z.boolean(),
  /** whether the shop's office has published it */
  byOffice: z.boolean(),
  prices: z.array(PriceChange),
  settings: z.array(SettingChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

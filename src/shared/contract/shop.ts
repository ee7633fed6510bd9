import { z } from 'zod';
import { ClaimState } from '../wire/shop.ts';
import { maxCodeLength } from './addresses.ts';
import { OtherCounter } from './errors.ts';
import { CustomerNo, nothing, Pin, ProductCode, procedure, Reason, SaleId } from './procedure.ts';

/** A claim that no counter will settle by itself. */
export const OpenClaim = z.object({
  /** the sale's */
  id: SaleId,
  /** null: of this counter, from a journal that was lost */
  counter: z.string().nullable(),
  state: ClaimState,
  /** ISO 8601; null: not known */
  since: z.iso.datetime().nullable(),
  day: z.iso.date(),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

/** The counters of one shop (docs/adr/0028-one-shop.md). Where this counter is in none: not_found, "no_shop". */
export const shop = {
  /**
   * The connection code of a new counter, with the shop key added: a secret, given out once. It takes the PIN.
   */
  'shop.addCounter': procedure(
    z.strictObject({
      /** as the relay's operator made it for the new mailbox */
      connectionCode: z.string().max(maxCodeLength),
      pin: Pin.optional(),
    }),
    z.object({ connectionCode: z.string() }),
  ),
  /**
   * Claims a sale for a minute while it is read back to the customer; to be called without waiting for it. Answers too where there is
   * no shop, with nulls.
   */
  'shop.readBack': procedure(
    z.strictObject({
      productCode: ProductCode,
      customerNo: CustomerNo,
      /** of a bill */
      saleId: SaleId.optional(),
    }),
    z.object({
      saleId: z.string().nullable(),
      /** holds the same product and number */
      counter: OtherCounter.nullable(),
    }),
  ),
  /** what was read back is not sent now */
  'shop.leave': procedure(z.strictObject({ saleId: SaleId }), z.null()),
  /** unsettled sales of counters that were taken out of the shop or disabled, and of a lost journal of this counter */
  'shop.openClaims': procedure(nothing, z.array(OpenClaim)),
  /** a supervisor says what became of one; nothing is sent to the payment service */
  'shop.settleClaim': procedure(
    z.strictObject({ id: SaleId, outcome: z.enum(['success', 'failed']), note: Reason, pin: Pin.optional() }),
    z.null(),
  ),
};

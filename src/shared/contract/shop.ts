import { z } from 'zod';
import { maxCodeLength } from '../domain/addresses.ts';
import { NullableString } from '../domain/common-schemas.ts';
import { ClaimState } from '../wire/shop.ts';
import { OtherCounter } from './errors.ts';
import { CustomerNo, nothing, Pin, ProductCode, procedure, Reason, SaleId } from './procedure.ts';

/** A claim that no counter will settle by itself. */
export const OpenClaim = z.object({
  /** the sale's */
  id: SaleId,
  /** null: of this counter, from a journal that was lost */
  counter: NullableString,
  state: ClaimState,
  /** ISO 8601; null: not known */
  since: z.iso.datetime().nullable(),
  day: z.iso.date(),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

/** The counters of one shop (docs/adr/0028-one-shop.md). Where this counter is in none: not_found, "no_shop". */
export const shop = {
  /**
   * The connection code of a new counter, with the shop key added: a secret, shown once. It takes the PIN.
   */
  'shop.addCounter': procedure({
    input: z.strictObject({
      /** as the relay's operator made it for the new mailbox */
      connectionCode: z.string().max(maxCodeLength),
      pin: Pin.optional(),
    }),
    output: z.object({ connectionCode: z.string() }),
    needs: 'settingsConnection',
    office: 'own',
  }),
  /**
   * Claims a sale for a minute while it is read back to the customer; to be called without waiting for it. Answers too where there is
   * no shop, with nulls.
   */
  'shop.readBack': procedure({
    input: z.strictObject({
      productCode: ProductCode,
      customerNo: CustomerNo,
      /** of a bill */
      saleId: SaleId.optional(),
    }),
    output: z.object({
      saleId: NullableString,
      /** holds the same product and number */
      counter: OtherCounter.nullable(),
    }),
    needs: ({ saleId }) => [saleId === undefined ? 'sell' : 'payBills'],
    office: 'counter',
  }),
  /** what was read back is not sent now */
  'shop.leave': procedure({
    input: z.strictObject({ saleId: SaleId }),
    output: z.null(),
    needs: 'signedIn',
    office: 'counter',
  }),
  /** A press waits for the other counters, and is given up: unless its claim was answered before, it sends nothing. */
  'shop.stopWaiting': procedure({
    input: z.strictObject({ productCode: ProductCode, customerNo: CustomerNo }),
    /** false: no claim of such a sale waits for its answer */
    output: z.object({ isStopped: z.boolean() }),
    needs: 'signedIn',
    office: 'counter',
  }),
  /** unsettled sales of counters that were taken out of the shop or disabled, and of a lost journal of this counter */
  'shop.openClaims': procedure({
    input: nothing,
    output: z.array(OpenClaim),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'own',
  }),
  /** a supervisor says what became of one; nothing is sent to the payment service */
  'shop.settleClaim': procedure({
    input: z.strictObject({ id: SaleId, outcome: z.enum(['success', 'failed']), note: Reason, pin: Pin.optional() }),
    output: z.null(),
    needs: 'resolve',
    pin: true,
    office: 'counter',
  }),
};

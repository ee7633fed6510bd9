import { z } from 'zod';
import { NullableString } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { PaymentMethod } from '../domain/payment.ts';
import { saleWithoutCosts, Transaction, TransactionKind } from '../domain/transaction.ts';
import {
  CashAmount,
  CounterAmount,
  CustomerNo,
  overriding,
  Pin,
  PriceAmount,
  ProductCode,
  procedure,
  Reason,
  Reference,
  SaleId,
} from './procedure.ts';

export const Product = z.object({
  productCode: z.string(),
  productName: NullableString,
  kind: TransactionKind,
  /** "Umum", "Premium", others possible */
  type: NullableString,
  active: z.boolean(),
  description: NullableString,
  category: NullableString,
  brand: NullableString,
  logo: NullableString,
  /** HH:mm:ss in the provider's time zone, half-open; null when there is no pause */
  cutOff: z.object({ start: z.string(), end: z.string() }).nullable(),
  /** the provider's fee and the shop's commission, of bills only */
  admin: Rupiah.nullable(),
  commission: Rupiah.nullable(),
  /** documented fields that were missing or wrong in the provider's answer, by path */
  faults: z.array(z.string()),
});
export type Product = z.infer<typeof Product>;

/** A product the shop has looked up before, with the price it last sold it for. */
export const KnownProduct = z.object({ product: Product, sellingPrice: Rupiah.nullable(), usedAt: z.iso.datetime() });
export type KnownProduct = z.infer<typeof KnownProduct>;

/** A repeat of the same product and number on one day. */
export const Repeat = {
  allowDuplicate: z.boolean().optional(),
  /**
   * the sale that was shown when the repeat was allowed: a newer one is asked about again (duplicate); absent: any is allowed
   */
  duplicateOf: SaleId.optional(),
  /** the same of a sale at another counter of the shop (`counter.sale` of the error) */
  duplicateAt: SaleId.optional(),
};

/** A price that a person has said to be right, far above the usual one; another one is refused (not_allowed, "unlikely_price") */
export const AllowedPrice = { allowPrice: PriceAmount.optional() };

/** Cash that a person has said to be right, far above what is due; another sum is refused (not_allowed, "unlikely_cash") */
export const AllowedCash = { allowCash: CashAmount.optional() };

/** With people, an override needs a permission and a reason. */
export const Override = {
  /** why; needed for an override once people are set up (invalid_input, "reason_needed"), and kept in the log */
  reason: Reason.optional(),
  /** of a person who may override, when the signed-in person may not */
  pin: Pin.optional(),
};

/** One part of what a customer pays. */
const PaymentInput = z
  .strictObject({
    method: PaymentMethod,
    amount: CashAmount.min(1),
    reference: Reference.optional(),
    /** of a tab, and of nothing else: the saved customer who owes it */
    customerId: SaleId.optional(),
  })
  .refine(({ method, customerId }) => (method === 'tab') === (customerId !== undefined), {
    path: ['customerId'],
    message: 'a tab, and only a tab, is a saved customer’s',
  });

/**
 * How it is paid: by one method or two. They come to the total (else invalid_input, "payments_sum"), and `tendered` is what was
 * handed over for the part in cash, by default exactly that part. Left out: all in cash, and the drawer counts it
 */
export const Payments = z
  .array(PaymentInput)
  .min(1)
  .max(2)
  .refine((payments) => new Set(payments.map(({ method }) => method)).size === payments.length, 'one method twice');

/** The mode that the page shows: a counter that has switched to the other mode sends nothing (internal, "closing") */
export const ModeField = { mode: z.enum(['training', 'live']).optional() };

export const selling = {
  product: procedure({
    input: z.strictObject({ productCode: ProductCode }),
    output: Product,
    needs: 'sell',
    office: 'counter',
    costs: (product) => ({ ...product, commission: null }),
  }),
  inquiry: procedure({
    input: z.strictObject({ productCode: ProductCode, customerNo: CustomerNo, ...ModeField }),
    output: Transaction,
    needs: 'payBills',
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  pay: procedure({
    input: z.strictObject({
      /** of the inquired transaction */
      id: SaleId,
      /** the total that was read back to the customer: a bill with another total by now is not paid (price_changed) */
      total: CashAmount.optional(),
      tendered: CashAmount.optional(),
      payments: Payments.optional(),
      ...ModeField,
      ...Repeat,
      ...AllowedCash,
      ...Override,
    }),
    output: Transaction,
    needs: ({ allowDuplicate }) => overriding('payBills', allowDuplicate),
    pin: true,
    office: 'counter',
    costs: saleWithoutCosts,
  }),
  /**
   * Why an order of this product for this number would be refused whatever is paid for it, before any money is taken: an unsettled
   * sale of the same, a product that is not sold now, no live relay, a provider that does not answer. What a person may still
   * decide (a repeat, a number that does not fit, amounts) is left to the order. Null: nothing stands against it now.
   */
  'orders.check': procedure({
    input: z.strictObject({ productCode: ProductCode, customerNo: CustomerNo, ...ModeField }),
    output: z.null(),
    needs: 'sell',
    office: 'counter',
  }),
  order: procedure({
    input: z.strictObject({
      productCode: ProductCode,
      customerNo: CustomerNo,
      /** left out: the catalogue's, where it has one */
      sellingPrice: PriceAmount.optional(),
      /** the price becomes the shop's price of the product; what is typed for one sale is no price of the shop otherwise */
      keepPrice: z.boolean().optional(),
      tendered: CounterAmount.optional(),
      payments: Payments.optional(),
      /**
       * an unsent order of this number whose money counts for this one (else not_allowed, "no_cash_owed"); price, cash and
       * payments that are left out are taken over from it
       */
      cashFrom: SaleId.optional(),
      ...Repeat,
      allowCutOff: z.boolean().optional(),
      /** though the number is probably none for the product, which is refused otherwise (number_mismatch) */
      allowMismatch: z.boolean().optional(),
      ...ModeField,
      /** for less than the shop pays, which is refused otherwise (not_allowed, "below_cost") */
      allowBelowCost: z.boolean().optional(),
      ...AllowedPrice,
      ...AllowedCash,
      ...Override,
    }),
    output: Transaction,
    needs: ({ allowDuplicate, allowCutOff, allowBelowCost, keepPrice }) => [
      ...overriding('sell', allowDuplicate, allowCutOff, allowBelowCost),
      ...(keepPrice ? ['catalogue' as const] : []),
    ],
    pin: true,
    office: 'counter',
    costs: saleWithoutCosts,
  }),
};

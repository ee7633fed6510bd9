import { z } from 'zod';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import { lenient, ProviderAmount, ProviderId, Text, WrittenSerialNumber } from './fields.ts';

/**
 * What a service may offer beside the four endpoints of the spec, each answered in the spec's envelope:
 * `GET /capabilities` says which. A service without that path (404) offers none, and stays valid.
 */
export const capabilityNames = ['products', 'balance', 'customer-name', 'status'] as const;

/** Data of `GET /capabilities`. A name that this version does not know is left out. */
export const Capabilities = z.looseObject({
  capabilities: z.array(z.string()).transform((names) => capabilityNames.filter((name) => names.includes(name))),
});
export type CapabilityName = (typeof capabilityNames)[number];

/** ISO 8601, UTC */
const Time = z.iso.datetime();

/** An amount that may be left out. One that is there and wrong makes the product wrong: no list is read in part. */
const Amount = ProviderAmount.nullish().transform((amount) => amount ?? null);

/** One product of the list. The spec's fields by their meaning, and beside them what the shop pays and what is left. */
export const ListedProduct = z.looseObject({
  product_code: Text.min(1),
  product_name: Text,
  kind: z.enum(['prepaid', 'postpaid']),
  category: Text,
  brand: Text,
  /** the spec's words */
  status: z.enum(['active', 'inactive']),
  /** "Umum", "Premium", others possible */
  type: lenient(Text),
  description: lenient(Text),
  /** what one of a prepaid product takes from the deposit; null: not said, or a bill's */
  cost: Amount,
  /** of a bill: its admin fee, and what of it the shop earns */
  admin: Amount,
  commission: Amount,
  /** HH:mm:ss in the provider's zone; both null: none */
  start_cut_off: lenient(Text),
  end_cut_off: lenient(Text),
  /** how many are left; null: enough, or not said */
  stock: lenient(NonNegativeInt),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

/** Data of `GET /products`: the whole list, as of `at`. Each is read for itself (`ListedProduct`), so that a wrong one can be named. */
export const ProductList = z.looseObject({ at: Time, products: z.array(z.unknown()) });
export type ProductList = z.infer<typeof ProductList>;

/** Data of `GET /balance`: the deposit in whole rupiah, as of `at`. */
export const Balance = z.looseObject({ at: Time, balance: ProviderAmount });
export type Balance = z.infer<typeof Balance>;

/**
 * Body of `POST /customer-name`: no number of a customer stands in an address, which servers log.
 */
export const CustomerNameRequest = z.object({ product_code: z.string().min(1), customer_no: z.string().min(1) });
export type CustomerNameRequest = z.infer<typeof CustomerNameRequest>;

/** Data of its answer. A null name: the provider knows none, which is a question for the customer and no refusal. */
export const CustomerName = z.looseObject({
  customer_no: Text,
  customer_name: lenient(Text),
  /** tariff and power of a meter, "R1 / 1300 VA" for one */
  power: lenient(Text),
});
export type CustomerName = z.infer<typeof CustomerName>;

/**
 * Data of `GET /status/{ref}`: what became of an order or a bill. `ref` is the shop's own id of an order, as it stands at the end of
 * its callback_url, or the transaction_id of a bill. 404: this service has none of it.
 */
export const SaleStatus = z.looseObject({
  transaction_id: ProviderId,
  product_code: Text,
  product_name: lenient(Text),
  customer_no: Text,
  status: z.enum(['inquiry', 'pending', 'success', 'failed']),
  sn: WrittenSerialNumber,
  message: lenient(Text),
  price: lenient(ProviderAmount),
  /** the service does not ask its provider any more, and only a webhook or a person ends it */
  stopped: z.boolean(),
});
export type SaleStatus = z.infer<typeof SaleStatus>;

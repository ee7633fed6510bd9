import { z } from 'zod';
import { Rupiah } from './money.ts';
import { TransactionState } from './state.ts';

/**
 * What the customer may see of the sale in hand, and no more: no cost, no margin, no name, nobody else's sale.
 * - composing: being put together; grows as it is typed
 * - readBack: to be confirmed, nothing was sent
 * - sending: the request is out
 * - result: what became of it, in `state`; it changes when news comes
 */
export const CustomerView = z.discriminatedUnion('shows', [
  z.object({ shows: z.literal('nothing') }),
  z.object({
    shows: z.enum(['composing', 'readBack', 'sending', 'result']),
    product: z.string().nullable(),
    /** normalised, not in groups */
    customerNo: z.string().nullable(),
    /** what the customer pays */
    amount: Rupiah.nullable(),
    cash: Rupiah.nullable(),
    change: Rupiah.nullable(),
    /** of the sale that was made; null before there is one */
    state: TransactionState.nullable(),
    sn: z.string().nullable(),
    saleId: z.string().nullable(),
  }),
]);
export type CustomerView = z.infer<typeof CustomerView>;

export const showsNothing: CustomerView = { shows: 'nothing' };

import { emptyOrder } from '../../src/bridge/core/answers.ts';
import type { Order } from '../../src/bridge/core/order.ts';

/** A prepaid order that a bridge has sent once, at `sentAt` (milliseconds since 1970), and whose result is still to come. */
export const sentOrder = (sentAt: number, fields: Partial<Order> = {}): Order => ({
  ...emptyOrder,
  refId: '0197abcd',
  counter: 'c1',
  provider: 'digiflazz',
  kind: 'prepaid',
  product: 'xld10',
  productName: 'XL',
  number: '087800001230',
  callbackUrl: 'https://relay.example/hooks/m/0197abcd',
  state: 'pending',
  createdAt: sentAt,
  sentAt,
  lastAt: sentAt,
  nextAt: sentAt + 120_000,
  attempts: 1,
  ...fields,
});

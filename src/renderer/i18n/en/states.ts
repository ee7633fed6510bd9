import type { flags as flagsId, kinds as kindsId, states as statesId } from '../id/states.ts';

export const states: typeof statesId = {
  inquired: 'Not paid',
  sending: 'Sending',
  pending: 'Waiting',
  success: 'Success',
  failed: 'Failed',
  unsent: 'Not sent',
  unknown: 'Not certain',
  disputed: 'Disputed',
  expired: 'Expired',
};

export const kinds: typeof kindsId = { prepaid: 'Prepaid', postpaid: 'Bill' };

export const flags: typeof flagsId = {
  answer_incomplete: 'The provider’s answer was incomplete',
  price_differs: 'Paid another amount than the inquiry named',
  product_differs: 'The provider names another product',
  cut_off_overridden: 'Sent during the pause, by the cashier’s choice',
  repeat_allowed: 'A repeat on the same day, or of the same credit under another code, by the cashier’s choice',
  below_cost_allowed: 'Sold for less than it costs the shop, by the cashier’s choice',
  resolved_by_hand: 'The outcome was recorded by a person',
  cost_differs: 'The provider took another amount than the catalogue has as cost',
  address_differs: 'The provider sent its message to another order’s address',
  maybe_paid_twice:
    'A message calls a payment of this bill a success: perhaps it was paid twice. Look in the provider’s dashboard',
};

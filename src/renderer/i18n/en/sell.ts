import type { sell as sellId, slip as slipId } from '../id/sell.ts';

export const sell: typeof sellId = {
  title: 'Sell phone credit and prepaid',
  lookingUp: 'Looking up…',
  inactive: 'Not sold now',
  paused: 'Pause until {{until}}',
  closing: 'Pause in {{minutes}} min',
  known: 'Products sold before',
  noMatch: 'Nothing matches. Press Enter to look this code up at the provider.',
  empty: {
    title: 'This counter has no products yet.',
    do: 'Type a product code of the provider and press Enter. From then on it can be chosen here.',
    example: 'Try an example: {{code}} to {{number}}',
  },
  price: 'Price',
  tendered: 'Cash received',
  exact: 'Exact',
  change: 'Change',
  short: 'Short',
  notes: 'Cash choices',
  total: 'Total',
  review: 'Check',
  readBack: 'Read this back to the customer',
  edit: 'Edit',
  send: 'Send',
  next: 'Next sale',
  sn: 'Serial number (SN)',
  duplicate: {
    title: 'Already sold at {{time}}',
    ask: 'The same product was already sold to the same number. Send once more?',
    again: 'Yes, sell once more',
    stop: 'Do not send',
  },
  cashKept:
    '{{cash}} is in the drawer already, from the sale that was not sent. Ask for it no more, and do not hand it back.',
  sameCredit: {
    title: 'Not certain yet under another code, {{time}}',
    ask: 'The same credit was sent to this number under another code, and its result is not known yet. If both succeed, the customer gets it twice and the shop pays twice. Wait for its result, or send only if the customer means twice.',
  },
  inFlight: {
    title: 'The same sale is not finished yet',
    see: 'See that sale',
  },
  cutOff: {
    title: 'The product is in its pause until {{end}}',
    ask: 'An order during the pause may fail or be held until it is over. Send anyway?',
    send: 'Send anyway',
    stop: 'Do not send',
  },
  costRisen: {
    neutral: 'The provider’s price has risen since this selling price was set. Tell the owner.',
    figures: 'The provider takes {{took}} now, the catalogue says {{cost}}. At {{price}} the shop earns {{margin}}.',
  },
  belowCost: {
    title: 'This price is below cost',
    ask: 'The shop loses on this sale. Nothing was sent yet. Sell at this price anyway?',
    askRisen:
      'The provider’s price has risen, and the shop loses on this sale. Nothing was sent yet. Tell the owner. Sell at this price anyway?',
    send: 'Sell anyway',
    stop: 'Do not sell',
  },
  keys: { submit: 'Next', clear: 'Start anew' },
};

export const slip: typeof slipId = {
  label: 'Customer’s slip',
  draft: 'How the slip will look',
  draftMark: 'NOT SOLD YET',
  product: 'Product',
  customerNo: 'Customer no.',
  total: 'Total',
  cash: 'Cash',
  change: 'Change',
  paper: { '58': '58 mm', '80': '80 mm', a4: 'A4' },
};

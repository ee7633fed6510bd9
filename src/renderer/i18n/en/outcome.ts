import type { outcome as id } from '../id/outcome.ts';

export const outcome: typeof id = {
  label: 'Result of the sale',
  sending: {
    title: 'Sending… one moment.',
    why: 'The request leaves once only; its answer is awaited.',
    do: 'Keep the cash for now. Do not send it again some other way.',
  },
  pending: {
    title: 'Accepted. Waiting for the result.',
    why: 'The provider is working on it. The result comes by itself and fills the slip on the right.',
    do: 'You may serve the next customer; this sale stays in the strip on top.',
  },
  success: {
    title: 'Success.',
    why: 'The provider has given the serial number.',
    do: 'Print the slip and hand it to the customer.',
  },
  successNoSn: {
    title: 'Success, SN to follow.',
    why: 'The provider says success but has given no serial number yet.',
    do: 'The slip says SN to follow; print it again when the SN has come.',
  },
  failed: {
    title: 'Failed. Give {{cash}} back to the customer.',
    why: 'The provider says that this sale failed.',
    do: 'Hand the cash over, then press Cash was returned.',
  },
  failedNoCash: {
    title: 'Failed. No cash is to be returned.',
    why: 'The provider says that this sale failed.',
    do: 'You may try again as a new sale.',
  },
  unsent: {
    title: 'Not sent. Give {{cash}} back to the customer.',
    why: 'The connection to the provider was never made, so nothing was sold.',
    do: 'Hand the cash over and press Cash was returned. Or keep it and press Sell again with this cash when the line is back.',
  },
  unsentNoCash: {
    title: 'Not sent. No cash is to be returned.',
    why: 'The connection to the provider was never made, so nothing was sold.',
    do: 'Sell again when the line is back.',
  },
  unknown: {
    title: 'Not certain yet. Do not give the cash back.',
    why: 'The request left but no clear answer came. The customer may have received it.',
    do: 'Wait for the result, or ask the provider and record it. This number is locked for this product until it is clear.',
  },
  disputed: {
    title: 'Contradictory results. Do not give the cash back.',
    why: 'The provider gave two different final results for this sale.',
    do: 'Ask the provider, then record the right one. This number is locked for this product until it is clear.',
  },
  inquired: {
    title: 'The bill is not paid yet.',
    why: 'It was only looked up; nothing was sent.',
    do: 'Pay it from Bills while it is valid.',
  },
  expired: {
    title: 'The inquiry expired. Nothing was paid.',
    why: 'The result of an inquiry is valid for a short time only.',
    do: 'Look the bill up again.',
  },
  returned: 'The cash was returned at {{time}}.',
  changeToo: 'The change of {{change}} is the customer’s too, if it was not handed over yet.',
  providerSays: 'The provider says: {{message}}',
  refused: 'Refused by the provider.',
  open: 'Open in receipts',
};

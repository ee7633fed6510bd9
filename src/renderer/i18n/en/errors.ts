import type { errors as errorsId, errorParts as partsId } from '../id/errors.ts';

export const errors: typeof errorsId = {
  invalid_input: {
    title: 'Something is not filled in right. Nothing was sent.',
    why: 'The counter does not take this input.',
    do: 'Check it and try again.',
  },
  not_configured: {
    title: 'The counter is not set up. Take no cash yet.',
    why: 'The connection to the provider or the relay is missing.',
    do: 'Open the settings and fill it in.',
  },
  not_found: {
    title: 'Not found.',
    why: 'There is nothing with that code or number.',
    do: 'Check what was typed.',
  },
  not_allowed: {
    title: 'Not allowed.',
    why: 'This sale’s state does not allow it, or the PIN is wrong.',
    do: 'Ask the supervisor.',
  },
  product_inactive: {
    title: 'This product is not sold now. Take no cash.',
    why: 'The provider marks it inactive. Nothing was sent.',
    do: 'Choose another product.',
  },
  cut_off: {
    title: 'The product is in its pause. Nothing was sent.',
    why: 'The provider stops this product every day at that time.',
    do: 'Wait until the pause is over, or send knowingly.',
  },
  duplicate: {
    title: 'Already sold. Nothing was sent again.',
    why: 'The same product was sold to the same number today or in the last 12 hours.',
    do: 'Ask the customer whether twice is meant.',
  },
  in_flight: {
    title: 'One is not settled yet. Take no more cash.',
    why: 'The same sale to this number is not finished, so it must not be sent again.',
    do: 'Wait for its result, or record it in Receipts.',
  },
  inquiry_expired: {
    title: 'The inquiry expired. Nothing was paid.',
    why: 'The result of an inquiry is valid for a short time only.',
    do: 'Look the bill up again before taking cash.',
  },
  price_changed: {
    title: 'The bill’s amount changed. Nothing was paid.',
    why: 'The latest inquiry gives another amount.',
    do: 'Tell the customer the new amount.',
  },
  provider_unreachable: {
    title: 'The provider cannot be reached. Nothing was sent.',
    why: 'The connection was never made.',
    do: 'If cash was taken, give it back. Check the internet and try again.',
  },
  provider_refused: {
    title: 'Refused by the provider.',
    why: 'The provider answered and does not take this request.',
    do: 'Check the code and number. If cash was taken, give it back.',
  },
  provider_bad_answer: {
    title: 'The provider’s answer cannot be read.',
    why: 'It does not have the promised shape.',
    do: 'Try again shortly; if it happens again, call the provider.',
  },
  outcome_unknown: {
    title: 'Not certain yet. Do not give the cash back.',
    why: 'The request left but no clear answer came.',
    do: 'Wait for the result, or ask the provider and record it.',
  },
  relay_unreachable: {
    title: 'The order waits. Nothing was sent.',
    why: 'The relay is not heard, so the result would not reach this counter.',
    do: 'Wait until the relay listens again, then press Send. Take no cash yet.',
  },
  internal: {
    title: 'The counter has a fault.',
    why: 'Something went wrong inside Konter.',
    do: 'Look in Receipts whether the sale was recorded before repeating it.',
  },
};

export const errorParts: typeof partsId = {
  cutOffWindow: 'Pause from {{start}} to {{end}} ({{zone}})',
};

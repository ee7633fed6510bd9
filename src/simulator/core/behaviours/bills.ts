import type { Behaviour, InquiryPlan, PayPlan } from '../behaviour.ts';
import { changed, drop, nullLogo, page, paid, payAnswered, refused, text, without } from './parts.ts';

const bill = (name: string, digits: string, about: string, inquiry: InquiryPlan, pay: PayPlan = paid): Behaviour => ({
  name,
  digits,
  about,
  inquiry,
  pay,
});

/** 5xx: what an inquiry can do. */
export const bills: readonly Behaviour[] = [
  bill('no-bill', '501', 'inquiry failed: no such bill', { found: false }),
  bill('expired', '502', 'the transaction_id can never be paid: expired', { validMs: 0 }),
  bill('many-periods', '503', '36 periods', { periods: 36 }),
  bill('dearer-again', '504', 'each inquiry costs Rp1.500 more', { dearerEachTime: 1500 }),
  bill('dearer-pay', '505', 'paying costs Rp2.500 more than the inquiry said', {}, { ...paid, dearer: 2500 }),
  bill('cheaper-pay', '506', 'paying costs Rp2.500 less than the inquiry said', {}, { ...paid, dearer: -2500 }),
  bill('inquiry-slow', '507', 'the inquiry answers after 8 s', { answers: { at: 8000 } }),
  bill('inquiry-lost', '508', 'the inquiry is never answered', { answers: { line: drop } }),
  bill('inquiry-error', '509', 'the inquiry answers HTTP 500', { answers: { line: page(500) } }),
  bill('inquiry-refused', '510', 'the inquiry is refused with HTTP 400', { answers: { line: refused(400) } }),
  bill('inquiry-not-json', '511', 'the inquiry answers no JSON', { answers: { line: text('<sukses>') } }),
  bill('inquiry-null-logo', '512', 'the inquiry has a null logo', { answers: { line: nullLogo } }),
  bill(
    'gone-once-paid',
    '513',
    'the answer to paying is lost; acted, and a new inquiry finds no bill any more',
    { goneOncePaid: true },
    payAnswered(drop),
  ),
  bill('no-price', '514', 'the inquiry has no price', { answers: { line: changed(without('price')) } }),
  bill('no-details', '515', 'the inquiry has no description', { answers: { line: changed(without('description')) } }),
  bill('odd-amounts', '516', 'periods with amounts that are not whole rupiah', {
    answers: {
      line: changed((resource) => ({
        ...resource,
        description: {
          bill_sheet: 1,
          details: [{ period: 'Jan 2026', bill_value: '150000.50', price_admin: 'gratis' }],
        },
      })),
    },
  }),
  bill('inquiry-redirect', '517', 'the inquiry answers HTTP 307', { answers: { line: page(307, { location: '' }) } }),
  bill('inquiry-no-id', '518', 'the inquiry has no transaction_id', {
    answers: { line: changed(without('transaction_id')) },
  }),
  bill('no-periods', '519', 'a bill with no periods listed', { periods: 0 }),
];

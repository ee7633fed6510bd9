import { answerFaults, unclearAnswers } from './answer-faults.ts';
import {
  type AnswerFault,
  type Answering,
  type Behaviour,
  changed,
  drop,
  type InquiryPlan,
  nullLogo,
  type OrderPlan,
  order,
  outcomeAt,
  type PayPlan,
  page,
  paid,
  payAnswered,
  pendingThen,
  plainInquiry,
  refused,
  type Step,
  text,
  type WebhookPlan,
  webhook,
  without,
} from './behaviour.ts';
import { outcomes } from './outcomes.ts';

const minute = 60_000;

const sent = (
  name: string,
  digits: string,
  about: string,
  webhooks: readonly WebhookPlan[],
  bent: { does?: readonly Step[]; answers?: { at: number; status: 'pending' } } = {},
): Behaviour => ({ name, digits, about, order: order({ webhooks, ...bent }) });

/** 4xx: a pending order that succeeds, with unusual webhooks. */
const webhooks: readonly Behaviour[] = [
  sent('twice', '401', 'the same webhook twice', [webhook(outcomeAt, 'success'), webhook(2500, 'success')]),
  sent('late', '402', 'the webhook comes 10 minutes after success', [webhook(10 * minute, 'success')]),
  sent('out-of-order', '403', 'success first, then the pending of before', [
    webhook(outcomeAt, 'success'),
    webhook(2500, 'pending'),
  ]),
  sent('early', '404', 'the webhook comes before the answer, which still says pending', [webhook(100, 'success')], {
    does: [
      { at: 0, status: 'pending' },
      { at: 100, status: 'success' },
    ],
    answers: { at: 2500, status: 'pending' },
  }),
  sent('bad-signature', '405', 'the only webhook has a wrong signature', [
    webhook(outcomeAt, 'success', { signature: 'wrong' }),
  ]),
  sent('no-webhook', '406', 'never a webhook', []),
  sent('pending-first', '407', 'a pending webhook, then success', [webhook(800, 'pending'), webhook(2500, 'success')], {
    does: pendingThen('success', 2500),
  }),
  sent(
    'forged-first',
    '408',
    'failed with a wrong signature, then success with the right one',
    [webhook(800, 'failed', { signature: 'wrong' }), webhook(2500, 'success')],
    { does: pendingThen('success', 2500) },
  ),
  sent('other-number', '409', 'the webhook names another customer number', [
    webhook(outcomeAt, 'success', { change: (body) => ({ ...body, customer_no: '080099999999' }) }),
  ]),
  sent('other-id', '410', 'the webhook names another transaction_id', [
    webhook(outcomeAt, 'success', {
      change: (body) => ({ ...body, transaction_id: `${String(body['transaction_id'])}X` }),
    }),
  ]),
  sent(
    'other-event',
    '411',
    'another kind of event, then the right one',
    [webhook(800, 'failed', { event: 'balance.update' }), webhook(2500, 'success')],
    { does: pendingThen('success', 2500) },
  ),
  sent('other-name', '412', 'the webhook gives the product another name', [
    webhook(outcomeAt, 'success', { change: (body) => ({ ...body, product_name: 'Nama Lain' }) }),
  ]),
  sent(
    'webhook-odd',
    '413',
    'a signed webhook with a status of its own, then the right one',
    [webhook(800, 'success', { change: (body) => ({ ...body, status: 'Proses' }) }), webhook(2500, 'success')],
    { does: pendingThen('success', 2500) },
  ),
  sent('never-final', '414', 'stays pending for good', [], { does: [{ at: 0, status: 'pending' }] }),
];

const malformed = (name: string, digits: string, about: string, fault: AnswerFault): Behaviour => ({
  name,
  digits,
  about,
  order: order({ answers: { fault } }),
  inquiry: plainInquiry,
  pay: payAnswered(fault),
});

const payOnly = (name: string, digits: string, about: string, fault: AnswerFault): Behaviour => ({
  name,
  digits,
  about,
  inquiry: plainInquiry,
  pay: payAnswered(fault),
});

/** 3xx: acted, answered with HTTP 200, but malformed. */
const malformedResponses: readonly Behaviour[] = [
  malformed('not-json', '301', 'the answer is not JSON', text('{"status":"success","message":"OK","data":{')),
  malformed(
    'wrong-shape',
    '302',
    'a list where the resource should be',
    changed((resource) => [resource]),
  ),
  malformed('no-id', '303', 'no transaction_id', changed(without('transaction_id'))),
  malformed('no-status', '304', 'no status', changed(without('status'))),
  malformed(
    'missing',
    '305',
    'only what an outcome needs; names, brand and message are missing',
    changed(without('product_code', 'product_name', 'brand', 'category', 'customer_name', 'message')),
  ),
  malformed(
    'odd-status',
    '306',
    'a status of its own ("Proses")',
    changed((resource) => ({ ...resource, status: 'Proses' })),
  ),
  malformed('empty', '307', 'an empty body', text('')),
  malformed('no-envelope', '308', 'a JSON list instead of the envelope', text('[]')),
  malformed(
    'extra',
    '309',
    'fields that are not documented',
    changed((resource) => ({ ...resource, balance: 1_250_000, ref: { nested: ['x'] } })),
  ),
  payOnly('null-logo', '311', 'paying answers with a null logo', nullLogo),
  payOnly('once-wrapped', '312', 'paying answers with data wrapped once', { kind: 'unwrapped' }),
  payOnly(
    'text-price',
    '313',
    'paying answers with the price as text',
    changed((resource) => ({ ...resource, price: String(resource['price']) })),
  ),
  payOnly(
    'other-customer',
    '314',
    'paying answers with another customer number',
    changed((resource) => ({ ...resource, customer_no: '99000999999' })),
  ),
  payOnly('no-sn-field', '315', 'paying answers Sukses without the sn field', changed(without('sn'))),
];

const bill = (name: string, digits: string, about: string, inquiry: InquiryPlan, pay: PayPlan = paid): Behaviour => ({
  name,
  digits,
  about,
  inquiry,
  pay,
});

/** 5xx: what an inquiry can do. */
const bills: readonly Behaviour[] = [
  bill('no-bill', '501', 'inquiry failed: no such bill', { isFound: false }),
  bill('expired', '502', 'the transaction_id can never be paid: expired', { validMs: 0 }),
  bill('many-periods', '503', '36 periods', { periods: 36 }),
  bill('dearer-again', '504', 'each inquiry costs Rp1.500 more', { dearerEachTime: 1500 }),
  bill('dearer-pay', '505', 'paying costs Rp2.500 more than the inquiry said', {}, { ...paid, dearer: 2500 }),
  bill('cheaper-pay', '506', 'paying costs Rp2.500 less than the inquiry said', {}, { ...paid, dearer: -2500 }),
  bill('inquiry-slow', '507', 'the inquiry answers after 8 s', { answers: { at: 8000 } }),
  bill('inquiry-lost', '508', 'the inquiry is never answered', { answers: { fault: drop } }),
  bill('inquiry-error', '509', 'the inquiry answers HTTP 500', { answers: { fault: page(500) } }),
  bill('inquiry-refused', '510', 'the inquiry is refused with HTTP 400', { answers: { fault: refused(400) } }),
  bill('inquiry-not-json', '511', 'the inquiry answers no JSON', { answers: { fault: text('<sukses>') } }),
  bill('inquiry-null-logo', '512', 'the inquiry has a null logo', { answers: { fault: nullLogo } }),
  bill(
    'gone-once-paid',
    '513',
    'the answer to paying is lost; acted, and a new inquiry finds no bill any more',
    { goneOncePaid: true },
    payAnswered(drop),
  ),
  bill('no-price', '514', 'the inquiry has no price', { answers: { fault: changed(without('price')) } }),
  bill('no-details', '515', 'the inquiry has no description', { answers: { fault: changed(without('description')) } }),
  bill('odd-amounts', '516', 'periods with amounts that are not whole rupiah', {
    answers: {
      fault: changed((resource) => ({
        ...resource,
        description: {
          bill_sheet: 1,
          details: [{ period: 'Jan 2026', bill_value: '150000.50', price_admin: 'gratis' }],
        },
      })),
    },
  }),
  bill('inquiry-redirect', '517', 'the inquiry answers HTTP 307', { answers: { fault: page(307, { location: '' }) } }),
  bill('inquiry-no-id', '518', 'the inquiry has no transaction_id', {
    answers: { fault: changed(without('transaction_id')) },
  }),
  bill('no-periods', '519', 'a bill with no periods listed', { periods: 0 }),
];

const lookup = (name: string, about: string, product: Answering): Behaviour => ({
  name,
  digits: null,
  about: `product lookup: ${about}`,
  product,
});

/** Product lookups have no customer number: by product code only. */
const lookups: readonly Behaviour[] = [
  lookup('lookup-slow', 'answers after 8 s', { at: 8000 }),
  lookup('lookup-lost', 'no answer', { fault: drop }),
  lookup('lookup-error', 'HTTP 500', { fault: page(500) }),
  lookup('lookup-not-json', 'no JSON', { fault: text('oops') }),
  lookup('lookup-null-logo', 'a null logo', { fault: nullLogo }),
  lookup('lookup-no-status', 'no Status', { fault: changed(without('Status')) }),
  lookup('lookup-lower-status', 'status in lower case, without the capital', {
    fault: changed(({ Status: status, ...rest }) => ({ ...rest, status })),
  }),
  lookup('lookup-odd', 'neither the prepaid nor the postpaid shape', {
    fault: changed(without('category', 'brand', 'start_cut_off', 'end_cut_off')),
  }),
];

/** Every behaviour except the ordinary one. README.md has the same table; a test compares them. */
export const behaviours: readonly Behaviour[] = [
  ...outcomes,
  ...answerFaults,
  ...unclearAnswers,
  ...malformedResponses,
  ...webhooks,
  ...bills,
  ...lookups,
];

/** As the interface describes it: pending, success by webhook within seconds; a bill is found, paid, Sukses. */
export const ordinary: Readonly<{ name: string; order: OrderPlan; inquiry: InquiryPlan; pay: PayPlan }> = {
  name: 'ordinary',
  order: order(),
  inquiry: {},
  pay: paid,
};

/** Refused because the product is not for sale. The spec does not show the effect of a cut-off (spec, Limits). */
export const notForSale: OrderPlan = { does: [{ at: 0, status: 'failed' }], answers: {}, webhooks: [] };

const byName = new Map(behaviours.map((behaviour) => [behaviour.name, behaviour]));
const byDigits = new Map(behaviours.map((behaviour) => [behaviour.digits, behaviour]));
const testNumber = /^(?:0800000000|99000000)(\d{3})$/;

export function behaviourNamed(name: string): Behaviour | null {
  return byName.get(name) ?? null;
}

/** The behaviour selected by a customer number: 0800000000xxx or 99000000xxx. */
export function behaviourOfNumber(customerNo: string): Behaviour | null {
  const digits = testNumber.exec(customerNo)?.[1];
  return digits === undefined ? null : (byDigits.get(digits) ?? null);
}

import {
  type Behaviour,
  type InquiryPlan,
  type OrderPlan,
  order,
  outcomeAt,
  type PayPlan,
  paid,
  pendingThen,
  webhook,
} from './behaviour.ts';

const minute = 60_000;
const gagal: PayPlan = { does: [{ at: 0, status: 'failed' }] };

/** @param pay null: no bill can be selected by it */
const outcome = (
  name: string,
  digits: string,
  about: string,
  changes: Partial<OrderPlan>,
  pay: PayPlan | null = null,
  inquiry: InquiryPlan = {},
): Behaviour => ({ name, digits, about, order: order(changes), ...(pay ? { inquiry, pay } : {}) });

/** 1xx: what comes of it. */
export const outcomes: readonly Behaviour[] = [
  outcome(
    'slow',
    '101',
    'answers after 8 s, success',
    {
      does: pendingThen('success', 9000),
      answers: { at: 8000, status: 'pending' },
      webhooks: [webhook(9000, 'success')],
    },
    { ...paid, answers: { at: 8000 } },
    { answers: { at: 8000 } },
  ),
  outcome(
    'too-slow',
    '102',
    'acts at once, answers after 10 minutes',
    { answers: { at: 10 * minute } },
    { ...paid, answers: { at: 10 * minute } },
  ),
  outcome('pending-success', '103', 'pending, success after 6 s', {
    does: pendingThen('success', 6000),
    webhooks: [webhook(6000, 'success')],
  }),
  outcome('pending-failed', '104', 'pending, failed after 3 s', {
    does: pendingThen('failed', 3000),
    webhooks: [webhook(3000, 'failed')],
  }),
  outcome('success-now', '105', 'the answer says success already; the webhook brings the sn', {
    does: [{ at: 0, status: 'success' }],
    webhooks: [webhook(outcomeAt, 'success')],
  }),
  outcome(
    'failed-now',
    '106',
    'the answer says failed already; the webhook agrees. A bill: Gagal',
    { does: [{ at: 0, status: 'failed' }], webhooks: [webhook(outcomeAt, 'failed')] },
    gagal,
  ),
  { name: 'gagal', digits: '107', about: 'the bill is found, paying it says Gagal', inquiry: {}, pay: gagal },
  outcome('reversed', '108', 'success, then failed 3 s later', {
    does: [...pendingThen('success'), { at: 4500, status: 'failed' }],
    webhooks: [webhook(outcomeAt, 'success'), webhook(4500, 'failed')],
  }),
  outcome('revived', '109', 'failed, then success 3 s later', {
    does: [...pendingThen('failed'), { at: 4500, status: 'success' }],
    webhooks: [webhook(outcomeAt, 'failed'), webhook(4500, 'success')],
  }),
  outcome(
    'late-sn',
    '110',
    'success without an sn, then a second webhook brings it; a bill: Sukses without one',
    {
      does: [
        { at: 0, status: 'pending' },
        { at: outcomeAt, status: 'success', sn: '' },
        { at: 4500, status: 'success' },
      ],
      webhooks: [webhook(outcomeAt, 'success', { sn: '' }), webhook(4500, 'success')],
    },
    { does: [{ at: 0, status: 'success', sn: '' }] },
  ),
  outcome(
    'no-sn',
    '111',
    'success with "-" for an sn, and never a better one',
    {
      does: [
        { at: 0, status: 'pending' },
        { at: outcomeAt, status: 'success', sn: '-' },
      ],
      webhooks: [webhook(outcomeAt, 'success', { sn: '-' })],
    },
    { does: [{ at: 0, status: 'success', sn: '-' }] },
  ),
  outcome('success-then-failed', '112', 'the answer says success, the only webhook failed', {
    does: [
      { at: 0, status: 'success' },
      { at: 3000, status: 'failed' },
    ],
    webhooks: [webhook(3000, 'failed')],
  }),
  outcome('failed-then-success', '113', 'the answer says failed, the only webhook success', {
    does: [
      { at: 0, status: 'failed' },
      { at: 3000, status: 'success' },
    ],
    webhooks: [webhook(3000, 'success')],
  }),
];

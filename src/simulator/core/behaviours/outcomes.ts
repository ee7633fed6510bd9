import { type Behaviour, found, order, outcomeAt, paid, pendingThen, webhook } from './behaviour.ts';

const minute = 60_000;
const gagal = { does: [{ at: 0, status: 'failed' }] } as const;

/** 1xx: what comes of it. */
export const outcomes: readonly Behaviour[] = [
  {
    name: 'slow',
    digits: '101',
    about: 'answers after 8 s, success',
    order: order({
      does: pendingThen('success', 9000),
      answers: { at: 8000, status: 'pending' },
      webhooks: [webhook(9000, 'success')],
    }),
    inquiry: { answers: { at: 8000 } },
    pay: { ...paid, answers: { at: 8000 } },
  },
  {
    name: 'too-slow',
    digits: '102',
    about: 'acts at once, answers after 10 minutes',
    order: order({ answers: { at: 10 * minute } }),
    inquiry: found,
    pay: { ...paid, answers: { at: 10 * minute } },
  },
  {
    name: 'pending-success',
    digits: '103',
    about: 'pending, success after 6 s',
    order: order({ does: pendingThen('success', 6000), webhooks: [webhook(6000, 'success')] }),
  },
  {
    name: 'pending-failed',
    digits: '104',
    about: 'pending, failed after 3 s',
    order: order({ does: pendingThen('failed', 3000), webhooks: [webhook(3000, 'failed')] }),
  },
  {
    name: 'success-now',
    digits: '105',
    about: 'the answer says success already; the webhook brings the sn',
    order: order({ does: [{ at: 0, status: 'success' }], webhooks: [webhook(outcomeAt, 'success')] }),
  },
  {
    name: 'failed-now',
    digits: '106',
    about: 'the answer says failed already; the webhook agrees. A bill: Gagal',
    order: order({ does: [{ at: 0, status: 'failed' }], webhooks: [webhook(outcomeAt, 'failed')] }),
    inquiry: found,
    pay: gagal,
  },
  {
    name: 'gagal',
    digits: '107',
    about: 'the bill is found, paying it says Gagal',
    inquiry: found,
    pay: gagal,
  },
  {
    name: 'reversed',
    digits: '108',
    about: 'success, then failed 3 s later',
    order: order({
      does: [...pendingThen('success'), { at: 4500, status: 'failed' }],
      webhooks: [webhook(outcomeAt, 'success'), webhook(4500, 'failed')],
    }),
  },
  {
    name: 'revived',
    digits: '109',
    about: 'failed, then success 3 s later',
    order: order({
      does: [...pendingThen('failed'), { at: 4500, status: 'success' }],
      webhooks: [webhook(outcomeAt, 'failed'), webhook(4500, 'success')],
    }),
  },
  {
    name: 'late-sn',
    digits: '110',
    about: 'success without an sn, then a second webhook brings it; a bill: Sukses without one',
    order: order({
      does: [
        { at: 0, status: 'pending' },
        { at: outcomeAt, status: 'success', sn: '' },
        { at: 4500, status: 'success' },
      ],
      webhooks: [webhook(outcomeAt, 'success', { sn: '' }), webhook(4500, 'success')],
    }),
    inquiry: found,
    pay: { does: [{ at: 0, status: 'success', sn: '' }] },
  },
  {
    name: 'no-sn',
    digits: '111',
    about: 'success with "-" for an sn, and never a better one',
    order: order({
      does: [
        { at: 0, status: 'pending' },
        { at: outcomeAt, status: 'success', sn: '-' },
      ],
      webhooks: [webhook(outcomeAt, 'success', { sn: '-' })],
    }),
    inquiry: found,
    pay: { does: [{ at: 0, status: 'success', sn: '-' }] },
  },
  {
    name: 'success-then-failed',
    digits: '112',
    about: 'the answer says success, the only webhook failed',
    order: order({
      does: [
        { at: 0, status: 'success' },
        { at: 3000, status: 'failed' },
      ],
      webhooks: [webhook(3000, 'failed')],
    }),
  },
  {
    name: 'failed-then-success',
    digits: '113',
    about: 'the answer says failed, the only webhook success',
    order: order({
      does: [
        { at: 0, status: 'failed' },
        { at: 3000, status: 'success' },
      ],
      webhooks: [webhook(3000, 'success')],
    }),
  },
];

import type { Behaviour, Step, WebhookPlan } from '../behaviour.ts';
import { order, outcomeAt, pendingThen, webhook } from './parts.ts';

const minute = 60_000;

const sent = (
  name: string,
  digits: string,
  about: string,
  webhooks: readonly WebhookPlan[],
  bent: { does?: readonly Step[]; answers?: { at: number; status: 'pending' } } = {},
): Behaviour => ({ name, digits, about, order: order({ webhooks, ...bent }) });

/** 4xx: a pending order that succeeds, told in unusual ways. */
export const webhooks: readonly Behaviour[] = [
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

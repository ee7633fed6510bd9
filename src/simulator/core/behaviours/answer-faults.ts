import {
  type AnswerFault,
  type Behaviour,
  drop,
  envelope,
  half,
  order,
  orderNotTaken,
  outcomeAt,
  page,
  payAnswered,
  payNotTaken,
  pendingThen,
  plainInquiry,
  refused,
  webhook,
} from './behaviour.ts';

/** The provider acted and sends its webhook; only the answer is faulty. */
const acted = (name: string, digits: string, about: string, fault: AnswerFault): Behaviour => ({
  name,
  digits,
  about: `${about}; acted, success by webhook`,
  order: order({ answers: { fault } }),
  inquiry: plainInquiry,
  pay: payAnswered(fault),
});

const notActed = (name: string, digits: string, about: string, fault: AnswerFault): Behaviour => ({
  name,
  digits,
  about: `${about}; not acted`,
  order: orderNotTaken(fault),
  inquiry: plainInquiry,
  pay: payNotTaken(fault),
});

/** 2xx: faults of the network or a gateway in the answer to an order or a payment. */
export const answerFaults: readonly Behaviour[] = [
  acted('lost', '201', 'the connection ends without an answer', drop),
  notActed('dropped', '202', 'the connection ends without an answer', drop),
  acted('half', '203', 'half an answer, then the connection ends', half),
  {
    name: 'lost-failed',
    digits: '204',
    about: 'no answer; acted, failed by webhook (a bill: failed in the ledger)',
    order: order({
      does: pendingThen('failed'),
      answers: { fault: drop },
      webhooks: [webhook(outcomeAt, 'failed')],
    }),
    inquiry: plainInquiry,
    pay: { does: [{ at: 0, status: 'failed' }], answers: { fault: drop } },
  },
  {
    name: 'lost-quiet',
    digits: '205',
    about: 'no answer and no webhook; acted, success in the ledger',
    order: order({ answers: { fault: drop }, webhooks: [] }),
    inquiry: plainInquiry,
    pay: payAnswered(drop),
  },
  acted('error-acted', '211', 'HTTP 500 with an envelope', refused(500, 'Kesalahan sistem')),
  notActed('error', '212', 'HTTP 500 with an envelope', refused(500, 'Kesalahan sistem')),
  acted('gateway-acted', '213', 'HTTP 502 with a page', page(502)),
  notActed('gateway', '214', 'HTTP 503 with a page', page(503)),
  notActed('redirect', '221', 'HTTP 307 to the same address', page(307, { location: '' })),
  notActed('timeout-408', '222', 'HTTP 408', page(408)),
  notActed('misdirected', '223', 'HTTP 421', page(421)),
  notActed('redirect-308', '224', 'HTTP 308 to the same address', page(308, { location: '' })),
  notActed('refused', '231', 'an envelope that says no, HTTP 200', refused(200)),
  notActed('refused-400', '232', 'an envelope that says no, HTTP 400', refused(400)),
  notActed('refused-401', '233', 'an envelope that says no, HTTP 401', refused(401)),
  notActed('refused-403', '234', 'an envelope that says no, HTTP 403', refused(403)),
  notActed('refused-404', '235', 'an envelope that says no, HTTP 404', refused(404)),
  notActed('refused-422', '236', 'an envelope that says no, HTTP 422', refused(422)),
  acted('refused-acted', '237', 'an envelope that says no, HTTP 200', refused(200)),
  notActed('too-many', '238', 'an envelope that says no, HTTP 429', refused(429)),
];

/** 24x: acted, and answered with an envelope that is neither a success nor a known refusal. */
export const unclearAnswers: readonly Behaviour[] = [
  acted('says-processing', '241', 'an envelope that says processing', envelope('processing')),
  acted('says-berhasil', '242', 'an envelope that says berhasil', envelope('berhasil', 'Transaksi berhasil')),
  acted('says-00', '243', 'an envelope that says 00', envelope('00')),
  acted('no-but-processed', '244', 'an error, being processed', envelope('error', 'Transaksi sedang diproses')),
  acted('no-with-id', '245', 'an error with a trx_id', envelope('error', 'Gangguan', { trx_id: 'A-17' })),
  acted('no-duplicate', '246', 'an error about a duplicate', envelope('gagal', 'Duplicate transaction')),
];

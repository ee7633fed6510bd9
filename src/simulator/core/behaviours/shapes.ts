import type { Behaviour, Line } from '../behaviour.ts';
import { changed, found, nullLogo, order, payAnswered, text, without } from './parts.ts';

const misshapen = (name: string, digits: string, about: string, line: Line): Behaviour => ({
  name,
  digits,
  about,
  order: order({ answers: { line } }),
  inquiry: found,
  pay: payAnswered(line),
});

const payOnly = (name: string, digits: string, about: string, line: Line): Behaviour => ({
  name,
  digits,
  about,
  inquiry: found,
  pay: payAnswered(line),
});

/** 3xx: acted, answered with HTTP 200, but not as documented. */
export const shapes: readonly Behaviour[] = [
  misshapen('not-json', '301', 'the answer is not JSON', text('{"status":"success","message":"OK","data":{')),
  misshapen(
    'wrong-shape',
    '302',
    'a list where the resource should be',
    changed((resource) => [resource]),
  ),
  misshapen('no-id', '303', 'no transaction_id', changed(without('transaction_id'))),
  misshapen('no-status', '304', 'no status', changed(without('status'))),
  misshapen(
    'missing',
    '305',
    'only what an outcome needs; names, brand and message are missing',
    changed(without('product_code', 'product_name', 'brand', 'category', 'customer_name', 'message')),
  ),
  misshapen(
    'odd-status',
    '306',
    'a status of its own ("Proses")',
    changed((resource) => ({ ...resource, status: 'Proses' })),
  ),
  misshapen('empty', '307', 'an empty body', text('')),
  misshapen('no-envelope', '308', 'a JSON list instead of the envelope', text('[]')),
  misshapen(
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

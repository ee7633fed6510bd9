import type { Behaviour, Line } from '../behaviour.ts';
import { found, order, payAnswered } from './parts.ts';

const envelope = (status: string, message: string, data: object = {}): Line => ({
  kind: 'instead',
  status: 200,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify({ status, message, data }),
});

const unclear = (name: string, digits: string, about: string, line: Line): Behaviour => ({
  name,
  digits,
  about: `${about}; acted, success by webhook`,
  order: order({ answers: { line } }),
  inquiry: found,
  pay: payAnswered(line),
});

/** 24x: acted, and answered with an envelope that is neither a success nor a known no. */
export const unclearAnswers: readonly Behaviour[] = [
  unclear('says-processing', '241', 'an envelope that says processing', envelope('processing', '')),
  unclear('says-berhasil', '242', 'an envelope that says berhasil', envelope('berhasil', 'Transaksi berhasil')),
  unclear('says-00', '243', 'an envelope that says 00', envelope('00', '')),
  unclear('no-but-processed', '244', 'an error, being processed', envelope('error', 'Transaksi sedang diproses')),
  unclear('no-with-id', '245', 'an error with a trx_id', envelope('error', 'Gangguan', { trx_id: 'A-17' })),
  unclear('no-duplicate', '246', 'an error about a duplicate', envelope('gagal', 'Duplicate transaction')),
];

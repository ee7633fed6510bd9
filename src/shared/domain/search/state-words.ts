import type { TransactionState } from '../state.ts';
import { longestPhrase } from './phrase.ts';
import type { WordReader } from './word-reader.ts';

const failed = ['failed', 'unsent'] as const;
const waiting = ['pending', 'sending'] as const;
const open = ['sending', 'pending', 'unknown', 'disputed'] as const;

/** What states are called at the counter, in both languages; the words on the screen are among them. */
const phrases: Readonly<Record<string, readonly TransactionState[]>> = {
  sukses: ['success'],
  berhasil: ['success'],
  lunas: ['success'],
  success: ['success'],
  succeeded: ['success'],
  successful: ['success'],
  paid: ['success'],
  gagal: failed,
  failed: failed,
  failure: failed,
  pending: waiting,
  menunggu: waiting,
  proses: waiting,
  diproses: waiting,
  waiting: waiting,
  processing: waiting,
  mengirim: ['sending'],
  sending: ['sending'],
  'tidak terkirim': ['unsent'],
  'belum terkirim': ['unsent'],
  unsent: ['unsent'],
  'not sent': ['unsent'],
  'belum pasti': ['unknown'],
  'tidak pasti': ['unknown'],
  unknown: ['unknown'],
  uncertain: ['unknown'],
  'not certain': ['unknown'],
  bertentangan: ['disputed'],
  sengketa: ['disputed'],
  disputed: ['disputed'],
  kedaluwarsa: ['expired'],
  kadaluarsa: ['expired'],
  expired: ['expired'],
  'belum dibayar': ['inquired'],
  'belum bayar': ['inquired'],
  unpaid: ['inquired'],
  'not paid': ['inquired'],
  'belum selesai': open,
  'not settled': open,
  unsettled: open,
  unresolved: open,
};

export const readStates: WordReader = (words, at) => {
  const found = longestPhrase(phrases, words, at);
  if (!found) return null;
  const states = [...found.value];
  return { count: found.count, means: { is: 'states', states }, told: { as: 'states', states } };
};

import type { LineStatus, StatementMapping } from '../../../shared/domain/column-mapping.ts';

/** Statuses that are known as a whole; words that say what they are about are left out first. */
const wholeStatuses: ReadonlyArray<[RegExp, LineStatus]> = [
  [
    /^(?:(?:suks?es|success(?:ful|fully)?|succeed(?:ed)?|berhasil|lunas|paid|selesai|completed?|ok|done|00)(?: |$))+$/,
    'success',
  ],
  [/^(?:un|(?:tidak|tdk|not) )(?:success(?:ful)?|sukses|berhasil)$/, 'failed'],
  [
    /^(?:(?:di)?batal(?:kan)?|cancell?ed|cancel|(?:di)?refund(?:ed)?|revers(?:al|ed)|retur|returned|(?:di|pen)?kembali(?:kan|an)?|pengembalian)$/,
    'failed',
  ],
  [
    /^(?:belum(?: (?:lunas|selesai|sukses|berhasil|(?:di)?bayar|diproses))?|unpaid|incomplete|not (?:yet|paid|completed?))$/,
    'open',
  ],
];
const aboutWords = /\b(?:transaksi|transaction|trx|status|pembayaran|payment|dana|telah|sudah)\b/g;

/** Roots of words for a status: one of several kinds in a text leaves open what it means. */
const statusRoots: ReadonlyArray<[RegExp, LineStatus | null]> = [
  [/gagal|fail|reject|tolak|expired/, 'failed'],
  [/\b(?:di|ter)?pend|proses|process|[tn]unggu|wait|queue|antr[ie]/, 'open'],
  [/suks|succ|berhasil|lunas|paid|selesai|complet/, null],
  [/batal|cancel|refund|retur|revers|embali|belum|blm/, null],
];
const doubt =
  /\b(?:tidak|tdk|tak|gak|gk|ga|nggak|ngga|enggak|bukan|no|not|non|never|un\w*|disput\w*|sengketa|sebagian|partial\w*|cek|check)\b|[?!]/;
/** What was processed may be over, and a failure that is tried again is none yet. */
const unfinished =
  /(?<!being )\bprocessed\b|\b(?:sudah|telah|selesai|habis) (?:di)?proses|terproses|(?:gagal|fail|reject|tolak|expired).*\b(?:retr\w+|re-?tr\w+|\w*ulang\w*|\w*coba\w*|lagi|again|akan|will|may|\w*konfirmasi\w*|confirm\w*|verif\w*|review\w*|investig\w*|\w*periksa\w*|dicek|ditinjau|sedang(?! (?:gangguan|offline|error|down|sibuk|maintenance|perbaikan)))\b/;
/** Behind a failure stands its reason. */
const failure = /^(?:gagal|failed|failure|fail|rejected|ditolak|expired)(?:$|\s*[-:;,(/])/;

/** The meaning of a status in Konter's own words; null unless it is plain. */
function knownStatus(text: string): LineStatus | null {
  const lower = text.normalize('NFKC').trim().toLowerCase();
  const whole = lower
    .replace(/[\s_/().,:-]+/g, ' ')
    .replace(aboutWords, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const status = wholeStatuses.find(([pattern]) => pattern.test(whole))?.[1];
  if (status) return status;
  const [root, ...more] = statusRoots.filter(([pattern]) => pattern.test(lower));
  if (!root || more.length > 0 || doubt.test(lower) || unfinished.test(lower)) return null;
  return root[1] === 'failed' && !failure.test(lower.replace(aboutWords, '').trim()) ? null : root[1];
}

/**
 * The meaning of the provider's word for a status; null unless it is plain: a known word beside others may be denied or doubted. 0, 1
 * and 2 mean other things at every provider.
 * @param statuses what a person says of words and numbers
 */
export function readStatus(text: string, statuses: StatementMapping['statuses']): LineStatus | null {
  const status = Object.hasOwn(statuses, text.trim()) ? statuses[text.trim()] : undefined;
  return status ?? knownStatus(text);
}

/** Whether a text holds a word for a status, known or not. */
export const isLikeStatus = (text: string): boolean => statusRoots.some(([root]) => root.test(text.toLowerCase()));

/** Whether a status says that money came back. */
export const isRefundWord = (text: string): boolean => /refund|retur|revers|(?:k|peng)embali/i.test(text);

/** Whether a remark speaks of a sale that was undone. */
export const isCorrection = (text: string): boolean =>
  isRefundWord(text) || /koreksi|correct|batal|cancel|gagal|fail|void|adjust|penyesuaian|klaim|claim/i.test(text);

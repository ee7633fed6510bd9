/** What was wrong with an answer of the payment service that is no clear word. */
export type AnswerProblem =
  /** none came while the time lasted */
  | 'timeout'
  /** the connection ended before a whole one came */
  | 'cut'
  /** it came with an HTTP status that says nothing about a sale */
  | 'http'
  /** it came, and it is about another product, transaction or customer */
  | 'other'
  /** it came, and does not clearly say yes or no */
  | 'unclear'
  /** it came, and does not have the promised shape */
  | 'unreadable';

/**
 * Distinguishes them by what the provider's client said (main/provider/classify-response.ts), as it also stands in the log.
 * @param status of HTTP; null where no whole answer came
 */
export function answerProblem({ reason, status }: { reason: string; status: number | null }): AnswerProblem {
  if (status === null) return /in time|timeout|too late/i.test(reason) ? 'timeout' : 'cut';
  if (/about another/.test(reason)) return 'other';
  if (status < 200 || status > 299) return 'http';
  return /refusal|contradicts/.test(reason) ? 'unclear' : 'unreadable';
}

/** Whether a party that names a product names another one than ours; saying nothing is no contradiction. */
export function saysSomethingElse(theirs: string | null | undefined, ours: string | null): boolean {
  if (theirs === null || theirs === undefined || ours === null) return false;
  return theirs.trim().toUpperCase() !== ours.trim().toUpperCase();
}

/** Slashes may be escaped, in JSON or in a query. */
const slash = String.raw`(?:\\?/|\\u002f|%2f)`;
const mailbox = new RegExp(String.raw`(${slash}hooks${slash})(?:(?!%2f|\\)[^/"'\s?#&])+`, 'gi');

/**
 * A text without the ids of mailboxes that stand in the callback addresses of orders: requests hold them, and providers echo them in
 * answers, webhooks and words. An id is found by its place in the address, not by its value: the mailbox may have been changed since.
 */
export function withoutMailboxIds(text: string): string;
export function withoutMailboxIds(text: string | null): string | null;
export function withoutMailboxIds(text: string | null): string | null {
  return text?.replace(mailbox, '$1…') ?? null;
}

/**
 * How a payment service says no, in Indonesian and English. A refusal is believed only where its words are a known no; a text that
 * speaks of a sale as going on or done leaves doubt (docs/adr/0003-life-of-a-sale.md).
 */
export const defaultRefusalWords: readonly string[] = [
  'error',
  'failed',
  'fail',
  'gagal',
  'rejected',
  'ditolak',
  'invalid',
];

/** A status as it is compared: capitals, space around it and the form of a letter do not matter. */
export function statusWord(status: string): string {
  return status.normalize('NFKC').trim().toLowerCase();
}

const notRefusals = new Set([
  'true',
  'yes',
  'ya',
  'iya',
  'inquiry',
  'active',
  'aktif',
  'normal',
  'new',
  'baru',
  'open',
]);

/**
 * Whether a status may count as a refusal at all. Bare numbers and the empty word say nothing; a word of process, success or
 * pending says the opposite, also behind a negation.
 */
export function canBeRefusalWord(word: string): boolean {
  const text = statusWord(word);
  if (!/\p{L}/u.test(text) || notRefusals.has(text)) return false;
  return clausesOf(word).every((clause) => termsIn(clause).length === 0);
}

/**
 * Whether a text speaks of process, pending, a queue, a time-out, a duplicate, an undefined error, a bill already paid or success as
 * ongoing or affirmed. A negation close by makes a no of it: "gagal diproses", "saldo tidak cukup untuk memproses", "not successful".
 */
export function leavesDoubt(text: string): boolean {
  return clausesOf(text).some((clause) => termsIn(clause).some((term) => !isNegated(clause, term)));
}

type Kind = 'process' | 'success' | 'settled' | 'other';

/** What a clause speaks of: tokens from `at`, and what a negation may do to it. */
interface Term {
  kind: Kind;
  at: number;
}

/** A negation reaches no further than its clause. */
function clausesOf(text: string): string[][] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:ca|could|do|does|did|has|have|had|is|was|are|were|wo|would)n['’‘`´]?t\b|\bcan ?not\b/gu, 'not')
    .replace(/\b(?:have|has|need|needs) to\b/g, 'must');
  return plain
    .split(/[.,;:!?()[\]{}|/\\\r\n–—=]| - /u)
    .map((clause) => clause.split(/[^\p{L}]+/u).filter((token) => token !== ''))
    .filter((clause) => clause.length > 0);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

const success = words('sukses success succes sucess successful successfully succeed succeeded berhasil ok oke okay');
const settled = words(
  `accepted approved completed delivered done finished fulfilled paid settled
   dibayar dibayarkan diterima disetujui lunas selesai terbayar terbayarkan terkirim`,
);
/** These say something only of what has happened already. */
const happened = words(
  `ada charged created debited digunakan dibuat diisi dikirim dilakukan dipakai dipotong exist exists isi masuk pernah posted
   purchased received recorded sent submitted tercatat terisi terjadi terpakai used`,
);
const already = words('already been sudah telah udah');
const unclear = words(
  `berjalan berlangsung dijadwalkan dikerjakan dobel double dup ganda ongoing rto scheduled suspect suspek timedout timeout
   undefined`,
);
const unclearPart = /pending|tertunda|ditunda|delayed|queue|queuing|antr[ie]|nunggu|tunggu|^wait|duplicat|duplikat/;
const processPart = /[pm]roses|process|progress/;
const pairs = words(
  `check-status cek-status periksa-status cek-riwayat going-on habis-waktu no-response on-going on-hold same-request
   same-transaction tak-diketahui tidak-diketahui tidak-terdefinisi tidak-unik not-unique time-out timed-out transaksi-sama
   waktu-habis`,
);
const triples = words('tidak-ada-respon tidak-ada-respons tidak-ada-jawaban tidak-ada-balasan transaksi-yang-sama');
const unexplained = words('unknown unexpected unspecified unhandled internal');
const faults = words('error response status result state fault failure exception kesalahan');

function termsIn(clause: readonly string[]): Term[] {
  return clause.flatMap((token, at) => {
    const kind = kindOf(clause, token, at);
    return kind === null ? [] : [{ kind, at }];
  });
}

function kindOf(clause: readonly string[], token: string, at: number): Kind | null {
  if (processPart.test(token)) return /^(?:un|non)/.test(token) ? null : 'process';
  if (success.has(token)) return 'success';
  if (settled.has(token)) return 'settled';
  if (unclear.has(token) || unclearPart.test(token)) return 'other';
  const [next = '', afterNext = ''] = clause.slice(at + 1);
  if (pairs.has(`${token}-${next}`) || triples.has(`${token}-${next}-${afterNext}`)) return 'other';
  if (unexplained.has(token) && (faults.has(next) || (next === 'server' && faults.has(afterNext)))) return 'other';
  const hasHappened = clause.slice(Math.max(0, at - 2), at).some((before) => already.has(before));
  return hasHappened && happened.has(token) ? 'settled' : null;
}

const not = words('tidak tdk tak bukan not no never tanpa without gak ga nggak');
const failing = words(
  'gagal failed fail fails failure unable insufficient kurang ditolak rejected refused declined batal',
);
/** What may stand between a negation and what it negates. */
const afterNot = words(
  `able akan be been being berhasil bisa boleh dapat di dengan have lagi mampu mungkin possible secara sempat successfully
   sukses`,
);
const afterFailing = words('be been being di');
const purpose = words('to untuk utk guna');
const beforePurpose = words(
  'able anda balance cukup deposit enough fund funds limit memadai mencukupi saldo sufficient your',
);
const unpaid = words('belum must harus');

function isNegated(clause: readonly string[], { kind, at }: Term): boolean {
  if (kind === 'other') return false;
  if (kind === 'process' && isFailedProcess(clause, at)) return true;
  let index = at - 1;
  let beforeTo = false;
  const passed = new Set<string>();
  for (; index >= 0; index--) {
    const token = clause[index] ?? '';
    if (purpose.has(token)) beforeTo = true;
    else if (!(beforeTo && beforePurpose.has(token)) && !afterNot.has(token)) break;
    passed.add(token);
  }
  const token = clause[index] ?? '';
  if (kind === 'settled' && unpaid.has(token)) return true;
  if (not.has(token)) return !not.has(clause[index - 1] ?? '');
  if (!failing.has(token) || kind === 'success') return false;
  // "gagal, akan diproses" is no negation of the process; "tidak gagal diproses" is one of the failure.
  const close = [...passed].every((word) => afterFailing.has(word) || purpose.has(word) || beforePurpose.has(word));
  return close && !not.has(clause[index - 1] ?? '');
}

const processNouns = words('proses process processing pemrosesan');
const underWay = words('akan being dalam di in lagi masih on sdg sedang segera still sudah telah under');
const whose = words(
  'anda order payment pembayaran pengisian permintaan pesanan request topup transaction transaksi your',
);

/** "proses transaksi gagal", "process failed", "proses tidak berhasil"; not "dalam proses gagal". */
function isFailedProcess(clause: readonly string[], at: number): boolean {
  if (!processNouns.has(clause[at] ?? '') || underWay.has(clause[at - 1] ?? '')) return false;
  let next = at + 1;
  while (whose.has(clause[next] ?? '')) next += 1;
  const token = clause[next] ?? '';
  return failing.has(token) || (not.has(token) && success.has(clause[next + 1] ?? ''));
}

const noBillYet =
  /\b(?:belum|blm) (?:\S+ )?(?:ada|tersedia|terbit|diterbitkan|keluar|muncul|dibuat)\b|\bnot yet (?:been )?(?:available|issued|released|generated)\b|\bnot (?:been )?(?:available|issued|released|generated) yet\b|\bno (?:bill|invoice) yet\b/;
const ofBill = /\b(?:tagihan|rekening|bill|invoice)\b/;
const paidBill = /^(?:lunas|(?:di|ter)bayar(?:kan)?|paid|settled)$/;

/**
 * Why a refused inquiry brought no bill, by the provider's words: it is paid already, or not out yet. Null where they say neither, or name
 * several reasons ("belum tersedia atau sudah dibayar", "tidak ditemukan atau sudah lunas"): nothing is guessed. No state follows from it.
 */
export function noBillReason(message: string | null): 'paid' | 'not_out' | null {
  const clauses = message === null ? [] : clausesOf(message.slice(0, 500).replaceAll('/', ' atau '));
  if (clauses.some((clause) => clause.some((word) => word === 'atau' || word === 'or'))) return null;
  const isPaid = clauses.some((clause) =>
    termsIn(clause).some((term) => {
      if (!paidBill.test(clause[term.at] ?? '') || isNegated(clause, term)) return false;
      // "dapat dibayar mulai tanggal 5" is no payment.
      return clause.length <= 3 || clause.slice(Math.max(0, term.at - 2), term.at).some((word) => already.has(word));
    }),
  );
  const texts = clauses.map((clause) => clause.join(' '));
  const isNotOut = texts.some((text) => ofBill.test(text) && noBillYet.test(text));
  const isUnknown = texts.some((text) =>
    /\b(?:tidak|tdk|not) (?:di ?)?(?:temukan|terdaftar|dikenal|found|registered|valid)\b/.test(text),
  );
  return isUnknown || isPaid === isNotOut ? null : isPaid ? 'paid' : 'not_out';
}

const lackOfDeposit =
  /\b(?:saldo|deposit|balance|funds?)\b[^.,;]{0,40}\b(?:tidak|tdk|kurang|habis|not|insufficient|low)\b|\b(?:insufficient|not enough|kurang|tidak cukup)\b[^.,;]{0,20}\b(?:saldo|deposit|balance|funds?)\b/i;

/** Whether a refusal says that the shop's deposit at the provider does not suffice. */
export const saysLackOfDeposit = (message: string): boolean => lackOfDeposit.test(message.normalize('NFKC'));

/** Why a sale failed, as far as the provider's words say it. Each has a message under "outcome.failure". */
const failureKinds = ['operator', 'deposit', 'stock', 'limit', 'cut_off', 'product_off', 'number'] as const;
export type FailureKind = (typeof failureKinds)[number];

const number = String.raw`(?:no(?:mor|mer)?|number|msisdn|id ?pel(?:anggan)?|customer(?: ?(?:no|number|id))?|subscriber|pelanggan|meter)`;
const notPart = String.raw`(?:tidak|tdk|tak|gak|bukan|belum|not|isn t|doesn t|does not|un|in)`;
const product = String.raw`(?:produk|product|layanan|service|kode|nominal|denom|operator|provider|biller|sku|item)`;
/** A few words of a sentence. */
const near = String.raw`(?: \S+){0,4}? `;

/** The first that fits counts: "nomor tidak sesuai operator" speaks of the operator, and of the number only then. */
const patterns: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'operator',
    new RegExp(
      [
        String.raw`\b(?:prefix|prefiks|awalan|operator)\b${near}?(?:${notPart} (?:sesuai|cocok|sama|match|valid|dikenal)|salah|mismatch|berbeda|wrong)`,
        String.raw`\b(?:beda|lain|salah|wrong|different|invalid) (?:prefix|prefiks|awalan|operator)\b`,
        String.raw`\b${number}\b${near}?${notPart} (?:sesuai|cocok|match|matching|milik|for|belong to)${near}?(?:operator|produk|product|provider|prefix|prefiks)\b`,
        String.raw`\b(?:nomor )?bukan nomor (?:telkomsel|simpati|indosat|im3|xl|axis|tri|three|3|smartfren|by ?u)\b`,
        String.raw`\bnot (?:an? )?(?:telkomsel|indosat|xl|axis|tri|smartfren)\b`,
      ].join('|'),
    ),
  ],
  [
    'stock',
    /\b(?:stok|stock|voucher|unit)\b(?: \S+){0,3}? (?:habis|kosong|tidak (?:ada|tersedia|cukup)|empty|unavailable)\b|\b(?:out of stock|no stock|stok nol|sold out|kehabisan stok)\b/,
  ],
  [
    'limit',
    /\b(?:limit|batas|batasan|maksimal|maximum)\b(?: \S+){0,3}? (?:harian|sehari|per hari|transaksi|pembelian|tercapai|habis|terlampaui|exceeded|reached)\b|\b(?:daily|transaction|purchase) (?:limit|quota)\b|\b(?:melebihi|melampaui|exceed(?:s|ed|ing)?|over)(?: \S+){0,3}? (?:limit|batas|kuota|quota|maximum)\b|\blimit exceeded\b/,
  ],
  [
    'cut_off',
    /\bcut ?off\b|\b(?:di luar|diluar|outside)(?: \S+){0,2}? (?:jam|waktu|hours)\b|\bjam (?:operasional|layanan|tutup)\b|\boperating hours\b|\btutup (?:sampai|hingga|buku)\b|\bclosed until\b/,
  ],
  [
    'product_off',
    new RegExp(
      [
        String.raw`\b${product}\b${near}?(?:gangguan|offline|off|close|closed|ditutup|tutup|nonaktif|non aktif|inactive|disabled|unavailable|kosong)\b`,
        String.raw`\b${product}\b${near}?${notPart} (?:aktif|tersedia|dijual|ditemukan|terdaftar|active|available|found|supported)\b`,
        String.raw`\b(?:gangguan|maintenance|pemeliharaan|perbaikan)\b`,
        String.raw`\b(?:inactive|unavailable|unknown|invalid|disabled) (?:product|service|sku|code)\b`,
      ].join('|'),
    ),
  ],
  [
    'number',
    new RegExp(
      [
        String.raw`\b${number}\b${near}?(?:salah|invalid|wrong|diblokir|blocked|hangus|kadaluarsa|expired|inactive|nonaktif)\b`,
        String.raw`\b${number}\b${near}?${notPart} (?:valid|terdaftar|ditemukan|aktif|benar|sah|dikenal|ada|registered|found|active|exist|exists|recognised|recognized|correct)\b`,
        String.raw`\b(?:salah|wrong|invalid|incorrect|unknown|unregistered|inactive)${near}?(?:${number}|tujuan|destination)\b`,
        String.raw`\btujuan\b${near}?(?:salah|invalid|${notPart} (?:valid|terdaftar|ditemukan))\b`,
        String.raw`\bmasa tenggang\b|\bgrace period\b`,
      ].join('|'),
    ),
  ],
];

/**
 * Why a sale failed, by the provider's words; null where they say nothing that is known. Only advice depends on it: the words
 * themselves are shown too, and no state follows from it.
 */
export function failureKind(message: string | null): FailureKind | null {
  if (message === null) return null;
  // Nothing worth saying is longer, and the patterns stay cheap.
  const words = message
    .slice(0, 500)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const kind = (wanted: FailureKind): boolean => patterns.some(([name, re]) => name === wanted && re.test(words));
  if (kind('operator')) return 'operator';
  if (saysLackOfDeposit(message)) return 'deposit';
  return failureKinds.find(kind) ?? null;
}

import { saysLackOfDeposit } from './refusal-words.ts';

/** Why a sale failed, as far as the provider's words tell it. Each has a message under "outcome.failure". */
const failureKinds = ['operator', 'deposit', 'stock', 'limit', 'cut_off', 'product_off', 'number'] as const;
export type FailureKind = (typeof failureKinds)[number];

const number = String.raw`(?:no(?:mor|mer)?|number|msisdn|id ?pel(?:anggan)?|customer(?: ?(?:no|number|id))?|subscriber|pelanggan|meter)`;
const not = String.raw`(?:tidak|tdk|tak|gak|bukan|belum|not|isn t|doesn t|does not|un|in)`;
const product = String.raw`(?:produk|product|layanan|service|kode|nominal|denom|operator|provider|biller|sku|item)`;
/** A few words of a sentence. */
const near = String.raw`(?: \S+){0,4}? `;

/** The first that fits counts: "nomor tidak sesuai operator" speaks of the operator, and of the number only then. */
const patterns: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'operator',
    new RegExp(
      [
        String.raw`\b(?:prefix|prefiks|awalan|operator)\b${near}?(?:${not} (?:sesuai|cocok|sama|match|valid|dikenal)|salah|mismatch|berbeda|wrong)`,
        String.raw`\b(?:beda|lain|salah|wrong|different|invalid) (?:prefix|prefiks|awalan|operator)\b`,
        String.raw`\b${number}\b${near}?${not} (?:sesuai|cocok|match|matching|milik|for|belong to)${near}?(?:operator|produk|product|provider|prefix|prefiks)\b`,
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
        String.raw`\b${product}\b${near}?${not} (?:aktif|tersedia|dijual|ditemukan|terdaftar|active|available|found|supported)\b`,
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
        String.raw`\b${number}\b${near}?${not} (?:valid|terdaftar|ditemukan|aktif|benar|sah|dikenal|ada|registered|found|active|exist|exists|recognised|recognized|correct)\b`,
        String.raw`\b(?:salah|wrong|invalid|incorrect|unknown|unregistered|inactive)${near}?(?:${number}|tujuan|destination)\b`,
        String.raw`\btujuan\b${near}?(?:salah|invalid|${not} (?:valid|terdaftar|ditemukan))\b`,
        String.raw`\bmasa tenggang\b|\bgrace period\b`,
      ].join('|'),
    ),
  ],
];

/**
 * Why a sale failed, by the provider's words; null where they tell nothing that is known. Only advice depends on it: the words
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

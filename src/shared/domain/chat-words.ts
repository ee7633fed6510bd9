/** What a chat says beside numbers and nominals: in which pieces those stand, the words for a product, and all other words. */
export interface ChatWords {
  /** what stands between the words: numbers, nominals and codes with a digit */
  pieces: readonly string[];
  /** "pulsa", "token listrik": a part of the product's name */
  product: string;
  /** names and courtesies, which are no part of a sale; '' where there are none */
  dropped: string;
}

/** Letters that stand alone: a code with a digit in it is none of these. */
const word = /(?<![\p{L}\p{N}_-])\p{L}[\p{L}\p{M}'’]*(?![\p{L}\p{M}\p{N}_'’-])/gu;

/** They belong to the amount beside them. */
const unit = /^(?:k|r|rb|ribu|rp|jt|juta|gb|mb)$/i;

/** What customers call products. The word behind a form of address is a person: "Pak Dana". */
const productWord = new RegExp(
  `^(?:${[
    'pulsa|paket|data|kuota|internet|sms|telp|telpon|telepon|nelpon|masa|aktif|transfer|tf',
    'telkomsel|simpati|tsel|indosat|im3|isat|xl|axis|tri|three|smartfren|byu',
    'token|listrik|pln|tagihan|bpjs|pdam|telkom|indihome|wifi|voucher|voucer|vcr',
    'gopay|gojek|ovo|dana|shopeepay|shopee|spay|linkaja|grab|maxim|isaku|brizzi|flazz|emoney|etoll|tapcash',
    'bri|bca|bni|mandiri|game|diamond|dm|ml|ff|pubg|uc|roblox|robux|steam',
  ].join('|')})$`,
  'i',
);
const address = /^(?:bu|ibu|pak|bpk|bapak|mas|mbak|mba|kak|kk|bang|om|tante|teh|dek|adik|haji|hj)$/i;

/** With one of these it is unclear what is wanted. */
const takesBack =
  /^(?:batal|jangan|jgn|(?:e?ng)?ga?k?|tidak|tdk|bukan|gajadi|cancel|stop|urung|salah|ganti|belum|blm|kali|dobel|atau|or|not)$/i;

/** Null where there is no word at all, or one that takes something back, complains or repeats. */
export function readChatWords(text: string): ChatWords | null {
  const words = [...text.matchAll(word)].filter(([each]) => !unit.test(each));
  if (words.length === 0 || words.some(([each]) => takesBack.test(each))) return null;
  const all = words.map(([each]) => each);
  const isProduct = (each: string, at: number): boolean => productWord.test(each) && !address.test(all[at - 1] ?? '');
  const starts = [0, ...words.map(({ index, 0: each }) => index + each.length)];
  const ends = [...words.map(({ index }) => index), text.length];
  return {
    pieces: starts.map((from, at) => bare(text.slice(from, ends[at]))).filter((piece) => piece !== ''),
    product: all.filter(isProduct).join(' '),
    dropped: all.filter((each, at) => !isProduct(each, at)).join(' '),
  };
}

/** Without the signs at its ends, which belong to the words. */
const bare = (piece: string): string => piece.replace(/^[^\p{L}\p{N}+(]+|[^\p{L}\p{N})]+$/gu, '');

/** The dropped words that may name a person alone: those behind a form of address, and the forms, name no product. */
export function unaddressedWords(dropped: string): string[] {
  const all = dropped.split(' ').filter((each) => each !== '');
  return all.filter((each, at) => !address.test(each) && !address.test(all[at - 1] ?? ''));
}

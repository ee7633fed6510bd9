/** The sn of prepaid electricity, taken apart. */
export interface TokenParts {
  /** the token's 20 digits in five groups of four */
  groups: readonly string[];
  /** null: the other parts have no shape that is known, and a part under a wrong label is worse than none */
  details: TokenDetails | null;
  /** all but the token, as it came */
  rest: string;
}

/** Each as the provider wrote it. */
interface TokenDetails {
  name: string;
  /** tariff and power, "R1M/900VA" */
  tariff: string;
  energy: string;
}

/** 20 digits in one piece, or in groups of 4 or 5 with one sign between them, and no digit or group beside them. */
const tokenDigits =
  /(?<!\d|\d[ -]|\b\d{4}[.;])(?:\d{4}( ?[.;-] ?|\s{0,2})\d{4}(?:\1\d{4}){3}|\d{5}( ?[.;-] ?|\s{0,2})\d{5}(?:\2\d{5}){2})(?!\d|[ -]\d|[.;]\d{4}\b)/g;
/** At the end of what stands before 20 digits: they are another number. */
const otherLabel = /(?:\b(?:reff?|trx|inv|id|jpa)|meter|pel|pelanggan|transaksi)[\s._]*(?:id|no)?\s*[:=.#]?\s*$/i;
const tokenLabel = /(?:(?:\b(?:sn|s\/n|no)|nomor|kode|token|stroom|strum|pln)[\s._/]*)+[:=]?\s*(?=\0)/gi;

/**
 * Reads the token of a prepaid-electricity sn. Providers pack more around it: a word ("SN:1234-…"), and the name, tariff, power and
 * energy behind or before it. Null without 20 digits that are not all 0, and where more than one number may be meant.
 */
export function readToken(sn: string | null): TokenParts | null {
  const text = sn ?? '';
  const matches = [...text.matchAll(tokenDigits)].filter((match) => !otherLabel.test(text.slice(0, match.index)));
  const digits = new Set(matches.map(([written]) => written.replace(/\D/g, '')));
  const [token = ''] = digits;
  const groups = token.match(/\d{4}/g);
  if (digits.size !== 1 || groups === null || /^0+$/.test(token)) return null;
  const marked = matches.reduce((left, [written]) => left.replace(written, '\0'), text).replace(tokenLabel, '');
  const separator = /[;|]/.exec(marked)?.[0] ?? '/';
  const parts = marked.split(separator).flatMap((piece) => {
    const other = piece.replaceAll('\0', ' ').trim();
    return piece.includes('\0') && other === '' ? [] : [other];
  });
  return { groups, details: detailsIn(parts), rest: parts.join(separator).replace(/^[\s/;|,.]+|[\s/;|]+$/g, '') };
}

/** "DEWI · R1/900VA · 33,7 kWh": what a customer compares with the meter; null where it is not known. */
export function tokenDetailsText({ details }: Pick<TokenParts, 'details'>): string | null {
  if (details === null) return null;
  const { name, tariff, energy } = details;
  return [name, tariff, /kwh/i.test(energy) ? energy : `${energy} kWh`].join(' · ');
}

/** The token's groups alone. */
export const electricityToken = (sn: string | null): readonly string[] | null => readToken(sn)?.groups ?? null;

const tariffCode = /^[A-Z]-?\d[A-Z]{0,2}$/i;
const powerOf = /^\d{3,9}(?: ?VA)?$/i;
const energyOf = /^\d{1,8}(?:[.,]\d{1,4})?(?: ?kWh)?$/i;
const tariffAndPower = /^([A-Z]-?\d[A-Z]{0,2}) ?\/ ?(\d{3,9}(?: ?VA)?)$/i;
const labelled = /^(\p{L}[\p{L} ./]{0,24}?)\s*[:=]\s*(.+)$/u;

const slots = ['name', 'tariff', 'power', 'energy'] as const;
type Slot = (typeof slots)[number];
const slotLabels: ReadonlyArray<[RegExp, Slot]> = [
  [/^(?:nama|name|nm|a\.?\/?n)\b/i, 'name'],
  [/tarif/i, 'tariff'],
  [/daya|power/i, 'power'],
  [/kwh|energi/i, 'energy'],
];

/** Those of "NAME/R1M/900VA/33,7", and of labelled parts in any order. */
function detailsIn(parts: readonly string[]): TokenDetails | null {
  const values = new Map<Slot, string>();
  const put = (slot: Slot | undefined, value: string): boolean => {
    if (slot === undefined || values.has(slot)) return false;
    values.set(slot, value);
    return true;
  };
  for (const piece of parts) {
    const [, label = null, value = piece] = labelled.exec(piece) ?? [];
    const named = label === null ? null : slotLabels.find(([pattern]) => pattern.test(label))?.[1];
    const slot = named === null ? slots.find((each) => !values.has(each)) : named;
    const [, tariff, power] = tariffAndPower.exec(value) ?? [];
    const fits =
      tariff === undefined || power === undefined ? put(slot, value) : put('tariff', tariff) && put('power', power);
    if (!fits) return null;
  }
  const [name = '', tariff = '', power = '', energy = ''] = slots.map((slot) => values.get(slot));
  const fits = tariffCode.test(tariff) && powerOf.test(power) && energyOf.test(energy) && /\p{L}{2}/u.test(name);
  return fits ? { name, tariff: `${tariff}/${power}`, energy } : null;
}

/**
 * What a product is worth by its name or code, in whole rupiah: "Telkomsel 10.000", "Token PLN 20rb", "TSEL10". A reading of
 * names, because the interface has no such field; null where none is found.
 */
export function nominalOf(productCode: string, productName: string | null): number | null {
  const name = productName?.toLowerCase() ?? '';
  const grouped = /(?:^|[^\d.,])(\d{1,3}(?:[.,]000)+)(?![\d.,]*\d)/.exec(name)?.[1];
  if (grouped !== undefined) return Number(grouped.replace(/[.,]/g, ''));
  const short = /(?:^|[^\d.,])(\d{1,4})\s?(?:rb|ribu|k)\b/.exec(name)?.[1];
  if (short !== undefined) return Number(short) * 1000;
  const whole = /(?:^|[^\d.,])(\d{1,4}000)(?![\d.,]*\d)/.exec(name)?.[1];
  if (whole !== undefined) return Number(whole);
  const coded = /^[a-z]+[-_.]?(\d{1,4})$/i.exec(productCode)?.[1];
  return coded === undefined ? null : Number(coded) * 1000;
}

import { catalogue } from './catalogue.ts';

export interface SuggestedPrice {
  productCode: string;
  productName: string;
  brand: string;
  category: string;
  /** what a shop would ask a customer, whole rupiah */
  sellingPrice: number;
}

const onTheButtons =
  'TSEL5 TSEL10 TSEL20 TSEL25 TSEL50 TSEL100 ISAT10 ISAT25 XL10 XL25 AXIS10 TRI10 SMART10 ' +
  'TSELD5 ISATD3 PLN20 PLN50 PLN100 PLN200';

/** Up to the next Rp500, and Rp1.500 for the shop. */
const priced = (cost: number): number => Math.ceil(cost / 500) * 500 + 1500;

/** For the practice counter's first buttons. No part of the interface: prepaid products carry no price there. */
export const suggestedPrices: readonly SuggestedPrice[] = onTheButtons.split(' ').flatMap((code) => {
  const item = catalogue.get(code);
  if (item?.kind !== 'prepaid') return [];
  const { name, brand, category, cost } = item;
  return [{ productCode: code, productName: name, brand, category, sellingPrice: priced(cost) }];
});

/** The bills a practice counter offers first. */
export const suggestedBills: readonly string[] = ['PLNPOST', 'PDAMJKT', 'BPJS', 'TELKOM', 'INDIHOME'];

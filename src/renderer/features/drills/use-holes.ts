import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import { useOffers } from '../../state/offers.ts';
import type { Run } from './drill.ts';

/** Who and what the words of a run's steps speak of. */
export function useHoles({ cast }: Run) {
  const offers = useOffers((state) => state.offers);
  const nameOf = (code: string): string =>
    offers?.find(({ product }) => product.productCode === code)?.product.productName ?? code;
  return {
    product: nameOf(cast.subject.productCode),
    number: groupCustomerNo(cast.subject.customerNo),
    nextProduct: nameOf(cast.next.productCode),
    nextNumber: groupCustomerNo(cast.next.customerNo),
  };
}

import { fail } from '../../../shared/contract/errors.ts';
import type { Given } from '../../../shared/contract/registry.ts';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { call } from '../../host/call.ts';
import { useStatus } from '../../state/status.ts';
import { currentBill } from './bill-inquiry.ts';
import { type CheckoutKind, update, useCheckout } from './checkout-store.ts';

/**
 * Claims the sale while it is read back, in a shop with several counters: another one that has it is named before the customer pays.
 * Nothing waits for the answer.
 * @returns to be called when the sale is read back no more: unless it is being sent, it is given up
 */
export function claimReadBack(kind: CheckoutKind): () => void {
  const shop = useStatus.getState().status?.shop;
  const sale = shop && !shop.isKeyMissing ? saleOf(kind) : null;
  if (!sale) return () => undefined;
  let isRead = true;
  const claimed = (async (): Promise<string | null> => {
    const answer = await call('shop.readBack', sale);
    if (!answer.ok) return null;
    const { saleId, counter } = answer.value;
    if (counter && isRead && useCheckout.getState()[kind].phase === 'confirm') {
      update(kind, { error: fail('in_flight', 'Another counter sells this.', { counter }).error });
    }
    return saleId;
  })();
  const giveUp = async (): Promise<void> => {
    const saleId = await claimed;
    if (saleId !== null) await call('shop.leave', { saleId });
  };
  return () => {
    isRead = false;
    const { phase } = useCheckout.getState()[kind];
    // Once it is sent, it is claimed by the press of the key.
    if (phase !== 'sending' && phase !== 'result') void giveUp();
  };
}

function saleOf(kind: CheckoutKind): Given<'shop.readBack'> | null {
  if (kind === 'bill') {
    const bill = currentBill();
    return bill && { productCode: bill.productCode, customerNo: bill.customerNo, saleId: bill.id };
  }
  const { draft } = useCheckout.getState().order;
  return (
    draft.product && {
      productCode: draft.product.productCode,
      customerNo: normaliseCustomerNo(draft.customerNo),
    }
  );
}

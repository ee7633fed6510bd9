import { deferred } from '../../ui/deferred.tsx';
import { KeysWithheld } from '../../ui/Notice.tsx';
import { PaymentMethods } from '../payment/index.ts';
import type { EntryView } from './entry-view.ts';
import { choosePayment, chooseTabCustomer, openTabSearch, useTabSearch } from './payment-controller.ts';

const TabCustomer = deferred(async () => (await import('../payment/index.ts')).TabCustomer, KeysWithheld);

/** How the customer pays, one key each, while the cash is counted. */
export function PaymentRow({ view }: { view: EntryView }) {
  const { checkout, total } = view;
  if (checkout.step !== 'tendered' || total === null) return null;
  return <Methods view={view} total={total} />;
}

function Methods({ view: { checkout, payment, customerNo }, total }: { view: EntryView; total: number }) {
  const { kind } = checkout;
  const isSearching = useTabSearch((state) => state.kind === kind);
  return (
    <PaymentMethods
      payment={payment}
      total={total}
      onMethod={(method) => choosePayment(kind, method)}
      onCustomer={() => openTabSearch(kind)}
    >
      {isSearching ? (
        <TabCustomer
          customerNo={customerNo}
          onChoose={(customer) => chooseTabCustomer(kind, customer)}
          onClose={() => openTabSearch(null)}
        />
      ) : null}
    </PaymentMethods>
  );
}

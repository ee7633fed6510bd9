import { SaleOutcome } from '../../../src/renderer/features/checkout/SaleResult.tsx';
import { SaleSummary } from '../../../src/renderer/ui/SaleSummary.tsx';
import { transactionStates } from '../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { Row } from './Row.tsx';

const settled = new Set<string>(['success', 'failed', 'disputed']);

/** One sale in each state, as it stands after sending and in a list. */
export function SalesPart() {
  return (
    <>
      <Row name="lines">
        {transactionStates.map((state, at) => (
          <div key={state} className="w-full max-w-md">
            <SaleSummary sale={fakeSale({ id: `0195f0aa-0000-7000-8000-00000000010${at}`, state })} />
          </div>
        ))}
      </Row>
      <Row name="outcomes">
        {transactionStates.map((state, at) => (
          <div
            key={state}
            className="flex w-full max-w-md flex-col gap-3 rounded-box border border-line bg-surface p-4"
          >
            <SaleOutcome
              sale={fakeSale({
                id: `0195f0aa-0000-7000-8000-00000000020${at}`,
                state,
                message: 'Contoh pesan',
                ...(settled.has(state) ? {} : { sn: null, receiptNo: null, settledAt: null }),
              })}
            />
          </div>
        ))}
      </Row>
    </>
  );
}

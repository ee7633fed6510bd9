import { StateBadge } from '../../../src/renderer/ui/SaleSummary.tsx';
import { transactionStates } from '../../../src/shared/domain/transaction.ts';
import { Row } from './Row.tsx';

export function StatesPart() {
  return (
    <Row name="badges">
      {transactionStates.map((state) => (
        <StateBadge key={state} state={state} />
      ))}
    </Row>
  );
}

/** Successes whose cash was handed back: a handful, summed with every status. */
export const cashToCollect = `
CREATE INDEX transactions_cash_to_collect ON transactions (id)
  WHERE state = 'success' AND tendered IS NOT NULL AND cash_returned_at IS NOT NULL;
`;

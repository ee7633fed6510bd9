/**
 * Successes whose cash was handed back: a handful, summed with every status. Unresolved sales by their customer: each order asks
 * for those to its number, of any product.
 */
export const openSaleIndexes = `
CREATE INDEX transactions_cash_to_collect ON transactions (id)
  WHERE state = 'success' AND tendered IS NOT NULL AND cash_returned_at IS NOT NULL;
CREATE INDEX transactions_unresolved_of ON transactions (customer_key)
  WHERE state IN ('sending', 'pending', 'unknown', 'disputed');
`;

/**
 * The sums left out cash that was handed back for a sale of which it turned out later that it had succeeded. Books that hold
 * such a sale are made anew beside selling.
 */
export const returnedOfSuccesses = `
DELETE FROM book_fill WHERE EXISTS (SELECT 1 FROM transactions WHERE state = 'success' AND cash_returned_at IS NOT NULL);
INSERT INTO book_fill (only, up_to, done, total)
  SELECT 1, '', 0, (SELECT count(*) FROM transactions)
  WHERE EXISTS (SELECT 1 FROM transactions WHERE state = 'success' AND cash_returned_at IS NOT NULL);
DELETE FROM book_hours WHERE EXISTS (SELECT 1 FROM book_fill WHERE up_to = '');
DELETE FROM book_products WHERE EXISTS (SELECT 1 FROM book_fill WHERE up_to = '');
`;

/** A product's code is the same however the provider spells it: its sales are found whether capitals agree or not. */
export const codesInAnyCase = `
DROP INDEX transactions_same;
CREATE INDEX transactions_same ON transactions (product_code COLLATE NOCASE, customer_key, created_at);
`;

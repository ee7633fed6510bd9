/** What the provider last took for a product, as a webhook said, since its cost was last entered. */
export const providerPrices = `
ALTER TABLE products ADD COLUMN provider_price INTEGER;
`;

/** What customers owe is read from the sales: two indexes of their own. */
export const tabsSchema = {
  1: `
CREATE INDEX transactions_tab ON transactions (tab_customer, created_at, id) WHERE tab_owed > 0;
CREATE INDEX transactions_tab_paid ON transactions (tab_customer, tab_paid_at) WHERE tab_paid_at IS NOT NULL;
`,
} as const;

/**
 * Bills that were paid long after they were first asked for, because the provider named them again under their id: a handful,
 * and the only sales whose day is not next to the time at which they were begun (search/span.ts).
 */
export const lateBills = `
CREATE INDEX transactions_late ON transactions (day, created_at)
  WHERE kind = 'postpaid' AND day > date(created_at, '+2 days');
`;

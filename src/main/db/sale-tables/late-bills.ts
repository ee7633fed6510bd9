/** Which bills the index transactions_late holds (schema/0010-late-bills.ts), in the words by which SQLite knows it. */
export const lateBillSql = `kind = 'postpaid' AND day > date(created_at, '+2 days')`;

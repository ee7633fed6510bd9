import type Database from 'better-sqlite3';
import { z } from 'zod';
import { parseReceiptNo } from '../../shared/domain/transaction.ts';

/** Ids this long are not a part of another: one that is found whole is what was meant. */
const wholeIdLength = 16;

const Ids = z.array(z.string());

/** Sales whose receipt number, provider's id or own id is exactly the text, through indexes; empty when there is none. */
export function prepareExact(db: Database.Database): (text: string) => string[] {
  const byReceipt = db.prepare('SELECT sale_id FROM receipts WHERE series = ? AND number = ?').pluck();
  const byId = db
    .prepare(
      'SELECT id FROM transactions WHERE transaction_id = @text UNION SELECT id FROM transactions WHERE id = @text',
    )
    .pluck();
  return (text) => {
    const receipt = parseReceiptNo(text);
    const found = receipt ? Ids.parse(byReceipt.all(receipt.series, receipt.number)) : [];
    if (found.length > 0 || text.length < wholeIdLength) return found;
    return Ids.parse(byId.all({ text }));
  };
}

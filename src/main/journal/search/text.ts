import { asDialled } from '../../../shared/domain/customer-no.ts';

/** A condition on transactions, and the values of its parameters. */
export interface Condition {
  sql: string;
  values: Readonly<Record<string, string | number>>;
}

const searched = [
  'customer_no',
  'customer_name',
  'sn',
  'transaction_id',
  'receipt_no',
  'product_code',
  'product_name',
] as const;

/** Name of the function that folds capitals beyond A to Z, which LIKE leaves alone. */
export const foldFunction = 'konter_fold';

export function fold(text: unknown): string | null {
  return typeof text === 'string' ? text.normalize('NFC').toLowerCase() : null;
}

function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

const like = (value: string, name: string): string => String.raw`${value} LIKE @${name} ESCAPE '\'`;

/** Any part of any searched field; a number is also found however it is grouped, and with 62 or 0 before it. */
export function textCondition(text: string): Condition {
  const plain = Buffer.byteLength(text) === text.length;
  const fields = searched.map((column) => like(plain ? column : `${foldFunction}(${column})`, 'text'));
  const values: Record<string, string> = { text: anywhere(plain ? text : (fold(text) ?? '')) };
  const digits = asDialled(text);
  if (/^\d{3,}$/.test(digits)) {
    fields.push(like('customer_key', 'digits'), like('sn', 'digits'));
    values['digits'] = anywhere(digits);
  }
  return { sql: `(${fields.join(' OR ')})`, values };
}

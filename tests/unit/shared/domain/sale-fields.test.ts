import { describe, expect, it } from 'vitest';
import {
  type FieldTable,
  type FieldWith,
  fieldsWith,
  saleFields,
  Transaction,
} from '../../../../src/shared/domain/transaction.ts';

type WithNote = Transaction & { note: string | null };
type NoteTable = typeof saleFields & {
  note: { search: 'text'; export: 'column'; erase: 'clear'; slip: 'product'; screen: 'text' };
};

// `npm run check` compiles this: each expectation fails there as soon as the compiler accepts what is wrong.
describe('the table of where each field of a sale goes', () => {
  it('demands a row of every field', () => {
    // @ts-expect-error a new field has no row
    const table: FieldTable<WithNote> = saleFields;
    expect(Object.keys(table).toSorted()).toEqual([...Transaction.keyof().options].toSorted());
  });

  it('demands an answer for every use, and one that fits the type', () => {
    const { note }: FieldTable<WithNote> = {
      ...saleFields,
      // @ts-expect-error nothing is said of the screen
      note: { search: 'text', export: 'column', erase: 'clear', slip: 'no: for the shop' },
    };
    const { total }: FieldTable<Transaction> = {
      ...saleFields,
      // @ts-expect-error an amount is not found by a part of it
      total: { ...saleFields.total, search: 'text' },
    };
    const { day }: FieldTable<Transaction> = {
      ...saleFields,
      // @ts-expect-error a day is never null
      day: { ...saleFields.day, erase: 'clear' },
    };
    expect([note.search, total.search, day.erase]).toEqual(['text', 'text', 'clear']);
  });

  it('demands of each use what carries a new field', () => {
    const carriers = <Field extends string>(...fields: Field[]): Record<Field, true> =>
      Object.assign({}, ...fields.map((field) => ({ [field]: true })));
    const now = carriers(...fieldsWith('export', ['column']));
    // @ts-expect-error the exported table has no column for it
    const columns: Record<FieldWith<'export', 'column', NoteTable>, true> = now;
    const lines = carriers(...fieldsWith('slip', ['product']));
    // @ts-expect-error the slip has no line for it
    const product: Record<FieldWith<'slip', 'product', NoteTable>, true> = lines;
    const messages = carriers(...fieldsWith('screen', ['text']));
    // @ts-expect-error the screen has no label for it
    const labels: Record<FieldWith<'screen', 'text', NoteTable>, true> = messages;
    expect([columns, product, labels].every((carrier) => Object.keys(carrier).length > 0)).toBe(true);
  });

  it('clears nothing but what names the customer or was said to them', () => {
    expect(fieldsWith('erase', ['clear'])).toEqual(['customerName', 'sn', 'message']);
  });
});

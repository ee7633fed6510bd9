import { z } from 'zod';
import { NonNegativeInt, NullableString } from '../domain/common-schemas.ts';
import { Paper } from '../domain/printer.ts';
import { CounterId } from './office.ts';
import { nothing, Pin, procedure } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';

/** Where the log ends. Kept outside of the database, it shows later that nothing up to here was rewritten or rolled back. */
export const JournalHead = z.object({
  /** the first part of every receipt number */
  terminal: z.string(),
  /** the number of the last event; 0: nothing was sold yet */
  seq: NonNegativeInt,
  /** of that event, 64 hex digits */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** the shop's calendar day on which this was asked, YYYY-MM-DD */
  day: z.iso.date(),
  at: z.iso.datetime(),
});
export type JournalHead = z.infer<typeof JournalHead>;

export const FlawKind = z.enum([
  /** a number of the log is not there: a row was taken out */
  'event_missing',
  /** does not follow from the event before it: one of the two was changed, put in or moved */
  'link_broken',
  /** the event's own words no longer give its hash */
  'event_changed',
  /** the last event is not the one that was written last: the end was cut off */
  'end_differs',
  /** a body is neither there nor erased */
  'body_missing',
  'body_changed',
  /** a body belongs to no event of the log */
  'body_unexplained',
  /** the list shows something else than the sale's last event */
  'sale_differs',
  /** a sale with events that is missing from the table */
  'sale_missing',
  /** no event of the log made this sale */
  'sale_unexplained',
  /** a receipt number was left out */
  'receipt_missing',
  /** receipt and sale do not name each other */
  'receipt_differs',
  /** the books' sums are not those of the sales */
  'book_differs',
  /** a shift that differs from the journal's record, or was closed with other sums */
  'shift_differs',
  'cash_service_differs',
  'person_differs',
  /** the database itself is damaged */
  'damaged',
  /** a row refers to one that is not there */
  'refers_to_nothing',
  /** a trigger or an index is missing, was changed, or is none of Konter's */
  'schema_differs',
  /** the event that was shipped to the relay last is not in the journal: it was edited, replaced, or is an older copy */
  'shipped_differs',
]);
export type FlawKind = z.infer<typeof FlawKind>;

/** One flaw: a row of the database, and what is wrong with it. */
export const Flaw = z.object({
  /** "event 17", "sale 0195…", "receipt 000012" */
  row: z.string(),
  why: FlawKind,
});
export type Flaw = z.infer<typeof Flaw>;

/** How many stored webhooks fit the keys. */
export const WebhookSignatures = z.object({
  /** how many verify with each key, in the order of the keys: the one in use first */
  byKey: z.array(NonNegativeInt),
  /** applied, and signed with none of these keys: an older key, or not the provider's words */
  byNone: NonNegativeInt,
  /** the first of those */
  firstByNone: NullableString,
  /** quarantined, and signed with none of these keys: that is why most of them were quarantined */
  quarantinedByNone: NonNegativeInt,
  /** the body was erased: nothing left to verify */
  erased: NonNegativeInt,
});
export type WebhookSignatures = z.infer<typeof WebhookSignatures>;

/** The result of reading a whole journal. `flaw` is the first one; counts go up to it. */
export const VerifyReport = z.object({
  terminal: z.string(),
  events: NonNegativeInt,
  sales: NonNegativeInt,
  receipts: NonNegativeInt,
  /** bodies that were erased: the chain still holds, their contents are gone */
  erased: NonNegativeInt,
  /** sales whose customer was erased */
  erasedSales: NonNegativeInt,
  /** write it down elsewhere: only that shows later that nothing up to here was rewritten */
  head: z.object({ seq: NonNegativeInt, hash: z.string() }),
  flaw: Flaw.nullable(),
  /** null without keys, or when the journal has a flaw */
  webhooks: WebhookSignatures.nullable(),
  /** at an office: each counter; the sums above are of all, and `flaw` is the first with its counter's name */
  counters: z
    .array(
      z.object({
        counter: CounterId,
        name: z.string(),
        terminal: z.string(),
        events: NonNegativeInt,
        sales: NonNegativeInt,
        head: z.object({ seq: NonNegativeInt, hash: z.string() }),
        flaw: Flaw.nullable(),
      }),
    )
    .optional(),
});
export type VerifyReport = z.infer<typeof VerifyReport>;

export const journal = {
  'journal.chainHead': procedure({
    input: nothing,
    output: JournalHead,
    needs: 'seeBooks',
    extendsSession: false,
    office: 'own',
  }),
  /** reads the whole journal beside selling; may take minutes. Fails with the disk's reason where it cannot be read at all */
  'journal.verify': procedure({ input: nothing, output: VerifyReport, needs: 'seeBooks', office: 'replicas' }),
  /** prints the head as it is now, for a folder outside of this machine */
  'journal.printHead': procedure({
    input: z.strictObject({ paper: Paper.optional() }).optional(),
    output: PrintedSlip.extend({ head: JournalHead }),
    needs: 'seeBooks',
    office: 'own',
  }),
};

export const safety = {
  /** accepts a doubt that is asked about before the first sale; recorded in the journal */
  'safety.accept': procedure({
    input: z.strictObject({
      what: z.enum(['clock', 'older_book', 'relay_restored', 'shop_left']),
      pin: Pin.optional(),
    }),
    output: z.object({}),
    needs: ({ what: risk }) => [risk === 'clock' ? 'settingsConnection' : 'resolve'],
    pin: true,
    office: 'own',
  }),
};

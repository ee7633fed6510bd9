import { z } from 'zod';
import { NullableString, PositiveInt } from './common-schemas.ts';
import { ShiftNumber } from './drawer-count.ts';

/**
 * How far a print job is. "sending" is on disk before the first byte leaves; "sent" says only that all of it was handed
 * over; "confirmed" that the printer, or a person, said that it is printed; "unknown" that some of it may be on paper.
 */
export const PrintState = z.enum([
  'queued',
  'checking',
  'sending',
  'sent',
  'confirmed',
  'blocked',
  'unknown',
  'failed',
]);
export type PrintState = z.infer<typeof PrintState>;

/** Of a job that no byte has left of: these go on by themselves. */
export const waitingStates = ['queued', 'checking', 'blocked'] as const satisfies readonly PrintState[];

/** Why a job is blocked, unknown or failed. */
export const PrintReason = z.enum([
  // the printer, or the way to it
  'unreachable',
  'no_answer',
  'paper_out',
  'cover_open',
  'printer_error',
  'offline',
  'busy',
  'no_permission',
  'not_a_printer',
  'no_such_printer',
  'no_print_system',
  'queue_stopped',
  'queue_rejects',
  'pages_only',
  'printer_removed',
  'printer_changed',
  'not_recorded',
  // while it was sent
  'connection_lost',
  'not_taken',
  'stopped',
  'system_refused',
  'cancelled_by_system',
  'not_cancelled',
  'no_answer',
  'restored',
  // it certainly did not print
  'refused',
  'given_up',
  'sale_changed',
  'other',
]);
export type PrintReason = z.infer<typeof PrintReason>;

export const PrintKind = z.enum(['receipt', 'head', 'test', 'ruler', 'shift', 'settlement', 'cash_service']);
export type PrintKind = z.infer<typeof PrintKind>;

/** What a person decided about a job whose outcome is uncertain, or that was not wanted any more. */
export const PrintDecision = z.enum(['again', 'given_up', 'printed']);
export type PrintDecision = z.infer<typeof PrintDecision>;

export const PrintJobId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** One slip for one printer; what is printed was settled when it was asked for. */
export const PrintJob = z.object({
  id: PrintJobId,
  kind: PrintKind,
  saleId: NullableString,
  receiptNo: NullableString,
  /** the id of a printer of the settings; empty where the system's dialog was used; PDF, PNG or TEXT where it was shared */
  printer: z.string(),
  /** 1 is the original; null for what is no proof of a sale */
  copy: PositiveInt.nullable(),
  state: PrintState,
  reason: PrintReason.nullable(),
  /** "system": printed by itself on success */
  askedBy: z.enum(['cashier', 'supervisor', 'system']),
  /** of a shift's report: the shift's number */
  shift: ShiftNumber.nullish(),
  /** of a settlement's slip: the saved customer who paid of the tab, and when */
  tabCustomer: z.string().nullish(),
  tabPaidAt: z.iso.datetime().nullish(),
  /** of a cash service's slip: its id */
  cashService: z.string().nullish(),
  /** the job that this one was asked for instead of */
  again: PrintJobId.nullable(),
  /** nothing more is asked about a job that somebody decided about */
  decided: PrintDecision.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PrintJob = z.infer<typeof PrintJob>;

import type { CashMove, Shift, ShiftReport } from '../../shared/domain/shift.ts';

/** Who and when: the actor of the log, and ISO 8601 UTC. */
interface Said {
  actor: string;
  at: string;
}

/**
 * The shifts, as events of the same log as the sales. At most one is open; what is closed stays as it is. Everything is
 * durable before it answers; methods reject with DatabaseError as the journal's do.
 */
export interface ShiftRepository {
  current(): Promise<Shift | null>;
  /** @param day the shop's calendar day. null: one is open already */
  open(ask: Said & { counted: number; day: string }): Promise<Shift | null>;
  /** null: none is open */
  move(ask: Said & { direction: 'in' | 'out'; amount: number; reason: string }): Promise<CashMove | null>;
  /** @param number closes no other one. null: none is open, or another one than that */
  close(ask: Said & { counted: number; number?: number | undefined }): Promise<ShiftReport | null>;
  /** writes down that somebody looked at what should be in the drawer before it was counted */
  wasRead(ask: Said): Promise<void>;
  /** of an open shift as it is now, of a closed one as it was. @param at for an open one; null: there is no such shift */
  report(number: number, at: string): Promise<ShiftReport | null>;
  /** newest first */
  list(ask: { before?: number; limit: number }): Promise<Shift[]>;
}

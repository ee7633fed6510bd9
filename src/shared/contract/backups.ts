import { z } from 'zod';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import { backupReasons } from './errors.ts';
import { nothing, Pin, procedure } from './procedure.ts';

/**
 * "konter-AB7K-20261103T101500000Z-1234-0123456789abcdef.db": the terminal, the time (UTC, milliseconds), and the head of the
 * journal: its number and the first 16 digits of its hash. A name that ends in .age is encrypted. A name, never a path.
 */
export const BackupName = z.string().regex(/^konter-[0-9A-Z]{1,8}-\d{8}T\d{9}Z-\d{1,15}-[0-9a-f]{16}\.db(\.age)?$/);

/** A backup in the folder. It has this name only if it was whole when it was made. */
export const BackupFile = z.object({
  file: BackupName,
  terminal: z.string(),
  madeAt: z.iso.datetime(),
  /** how many events its journal holds */
  events: NonNegativeInt,
  bytes: NonNegativeInt,
});
export type BackupFile = z.infer<typeof BackupFile>;

/**
 * What the present ledger has and a backup lacks: a restore loses it. Each is counted up to 101. Null: the backup is not a part of the
 * present ledger, so it is unknown.
 */
const LostByRestore = z
  .object({
    sales: NonNegativeInt,
    /** what people recorded about money and outcomes: drawer, shifts, tabs, deposit, results */
    records: NonNegativeInt,
  })
  .nullable();
export type LostByRestore = z.infer<typeof LostByRestore>;

/** Why no backup could be made: the folder is missing (an unplugged stick), or the disk failed. */
export const BackupError = z.enum(backupReasons);
export type BackupError = z.infer<typeof BackupError>;

/** The state of the backups, as part of the status. */
export const BackupState = z.object({
  /** when a backup was last tried since the start */
  lastAt: z.iso.datetime().nullable(),
  /** when the newest whole backup in the folder was made */
  lastVerifiedAt: z.iso.datetime().nullable(),
  /** the error of the last try; null: it succeeded */
  error: BackupError.nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

/**
 * The counter's log at the relay, against its ledger here.
 * - `off`: the counter is in no shop, or lacks the shop's key
 * - `matches`: the ledger here has all of it
 * - `differs`: the ledger here was edited, replaced, or is older
 * - `other`: it is of another ledger: this one was started over, or was restored to an older copy
 */
export const ShippedState = z.object({
  state: z.enum(['off', 'silent', 'matches', 'differs', 'other']),
  /** the last row that the relay has; 0: none */
  events: NonNegativeInt,
  /** when the relay got the whole ledger last; later rows come one by one */
  snapshotAt: z.iso.datetime().nullable(),
  /** when the last row that the relay has was written; null where the ledger here lacks it */
  lastRowAt: z.iso.datetime().nullable(),
  lost: LostByRestore,
});
export type ShippedState = z.infer<typeof ShippedState>;

/** A backup beside the present ledger. */
export const ListedBackup = BackupFile.extend({ lost: LostByRestore });
export type ListedBackup = z.infer<typeof ListedBackup>;

export const backups = {
  /** the backups in the folder, newest first */
  'backups.list': procedure({
    input: nothing,
    output: z.object({ folder: z.string(), error: BackupError.nullable(), files: z.array(ListedBackup) }),
    needs: 'backups',
    extendsSession: false,
    office: 'own',
  }),
  /** makes a backup now and verifies it */
  'backups.make': procedure({ input: nothing, output: BackupFile, needs: 'backups', office: 'own' }),
  /** replaces the present database by a backup; the present one is kept beside it. The page reloads afterwards */
  'backups.restore': procedure({
    input: z.strictObject({ file: BackupName, pin: Pin.optional() }),
    output: z.object({}),
    needs: 'restore',
    office: 'own',
  }),
  'backups.shipped': procedure({ input: nothing, output: ShippedState, needs: 'backups', office: 'own' }),
  /** replaces the present database by the one that was shipped, as backups.restore does. Fails with one of `shippedReasons` too */
  'backups.restoreShipped': procedure({
    input: z.strictObject({ pin: Pin.optional() }),
    output: z.object({}),
    needs: 'restore',
    office: 'own',
  }),
};

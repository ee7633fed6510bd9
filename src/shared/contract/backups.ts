import { z } from 'zod';
import { backupReasons } from './errors.ts';
import { nothing, Pin, procedure } from './procedure.ts';

/**
 * "konter-AB7K-20261103T101500000Z-1234-0123456789abcdef.db": the terminal, when it was made (UTC, milliseconds), and the
 * head of the log in it: its number and the first 16 digits of its hash. One that ends in .age is encrypted. A name, never a path.
 */
export const BackupName = z.string().regex(/^konter-[0-9A-Z]{1,8}-\d{8}T\d{9}Z-\d{1,15}-[0-9a-f]{16}\.db(\.age)?$/);

/** A copy in the folder. It has this name only if it was whole when it was made. */
export const BackupFile = z.object({
  file: BackupName,
  terminal: z.string(),
  madeAt: z.iso.datetime(),
  /** how many events its log holds */
  events: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
});
export type BackupFile = z.infer<typeof BackupFile>;

/** Why no copy could be made: the folder is not there (a stick that was pulled), or it failed in one of the ways of disks. */
export const BackupError = z.enum(backupReasons);
export type BackupError = z.infer<typeof BackupError>;

/** How the copies stand, as the status shows it. */
export const BackupState = z.object({
  /** when a copy was last tried since the start */
  lastAt: z.iso.datetime().nullable(),
  /** when the newest whole copy in the folder was made */
  lastVerifiedAt: z.iso.datetime().nullable(),
  /** what was wrong with the last try; null when it went well */
  error: BackupError.nullable(),
});
export type BackupState = z.infer<typeof BackupState>;

export const backups = {
  /** the copies in the folder, newest first */
  'backups.list': procedure(
    nothing,
    z.object({ folder: z.string(), error: BackupError.nullable(), files: z.array(BackupFile) }),
  ),
  /** makes a copy now and checks it */
  'backups.make': procedure(nothing, BackupFile),
  /** goes on with a copy in place of the present database, which is kept aside. The page loads anew afterwards */
  'backups.restore': procedure(z.strictObject({ file: BackupName, pin: Pin.optional() }), z.object({})),
};

import { randomInt } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import type { Person } from '../../shared/domain/staff.ts';
import type { Log } from '../base/system.ts';
import { byOf, type StaffService, signInLock } from './staff-service.ts';
import type { StaffRepository } from './staff-types.ts';

/**
 * The way out for an owner who forgot the PIN: whoever may write into the data folder, and read it, puts a file of this
 * name (folders.ts) there and starts Konter. A PIN by chance is set for the owner and written into the file; the file goes when the owner has
 * signed in. It stands in the log. Somebody who may write that folder could replace the whole book; nothing more is given away.
 */
export async function answerForgottenPin(
  path: string,
  people: StaffService,
  book: StaffRepository,
  { at, log }: { at: string; log: Log },
): Promise<void> {
  const asked = await readFile(path, 'utf8').catch(() => null);
  if (asked === null || !people.roster().mayChange()) return;
  const owner = ownerMeant(asked, people.roster().active());
  if (!owner) return;
  // Rejects while the kept secrets cannot be opened, before anything is noted.
  const pin = await freePin(people);
  // The trace before the deed.
  await book.note('people.reset', byOf(owner), at);
  await people.pins.set(owner.id, pin);
  await people.tries.right(signInLock(owner.id));
  await writeFileAtomic(path, words(owner.name, pin), { mode: 0o600 });
  log.warn('an owner’s PIN was set anew, because the file for that was in the data folder');
  people.onSignIn(owner.id, () => rm(path, { force: true }));
}

/** The one whose name stands in the file, else the first. */
function ownerMeant(asked: string, active: readonly Person[]): Person | null {
  const owners = active.filter(({ role }) => role === 'owner');
  const named = owners.find(({ name }) => asked.toLowerCase().includes(name.toLowerCase()));
  return named ?? owners[0] ?? null;
}

async function freePin({ pins, roster }: StaffService): Promise<string> {
  const ids = roster()
    .active()
    .map(({ id }) => id);
  for (;;) {
    const pin = String(randomInt(100_000, 1_000_000));
    if ((await pins.whose(pin, ids)) === null) return pin;
  }
}

const words = (name: string, pin: string): string =>
  `${name}: ${pin}\n\nMasuk dengan PIN ini, lalu pilih PIN baru di Pengaturan > Orang. Berkas ini hilang sesudah itu.\n` +
  `Sign in with this PIN, then choose a new one under Settings > People. This file goes away by then.\n`;

import type Database from 'better-sqlite3';
import type { Complaints } from '../../core/ports.ts';
import type { Ears } from '../../core/store.ts';
import type { Since } from '../since.ts';

const everyMs = 500;

/**
 * Hears of other processes on the same file: a look that costs a few microseconds says whether any of them committed.
 * Returns how to stop it.
 */
export function watch(
  parts: { file: Database.Database; since: Since; complaints: Complaints },
  ears: Ears,
): () => void {
  const { file, since, complaints } = parts;
  const look = (): unknown => file.pragma('data_version', { simple: true });
  let looked = look();
  let known: { place: number; version: number } | null = null;
  let busy = false;

  const compare = async (): Promise<void> => {
    const now = { place: await since.last(), version: await since.version() };
    const before = known;
    known = now;
    if (before === null) return;
    if (now.version !== before.version) ears.changed();
    if (now.place > before.place) ears.came(await since.mailboxes(before.place));
  };
  const compareOnce = async (): Promise<void> => {
    busy = true;
    try {
      await compare();
    } catch (error) {
      complaints.failed('the database could not be looked at', error);
    }
    busy = false;
  };
  void compareOnce();
  const timer = setInterval(() => {
    const seen = look();
    if (seen === looked || busy) return;
    looked = seen;
    void compareOnce();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

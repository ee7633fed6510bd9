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
  parts: { file: Pick<Database.Database, 'pragma'>; since: Since; complaints: Complaints },
  ears: Ears,
): () => void {
  const { file, since, complaints } = parts;
  const look = (): unknown => file.pragma('data_version', { simple: true });
  /** up to where it has told; what could not be asked is asked again */
  let told: unknown = null;
  let known: { place: number; version: number } | null = null;
  let busy = false;

  const compare = async (): Promise<void> => {
    const now = { place: await since.last(), version: await since.version() };
    const came = known !== null && now.place > known.place ? await since.mailboxes(known.place) : [];
    if (known !== null && now.version !== known.version) ears.changed();
    if (came.length > 0) ears.came(came);
    known = now;
  };
  const compareOnce = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      const seen = look();
      if (seen !== told) await compare();
      told = seen;
    } catch (error) {
      complaints.failed('the database could not be looked at', error);
    }
    busy = false;
  };
  void compareOnce();
  const timer = setInterval(() => void compareOnce(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

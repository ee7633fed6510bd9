import { z } from 'zod';
import { AuditEntry, PriceChange, SettingChange } from '../../shared/contract/people.ts';
import { By } from '../../shared/domain/staff.ts';
import type { RepositoryDeps } from './event-log.ts';
import { immediateTransaction, jsonText, statement } from './statements.ts';

/** Who changed prices and settings, and when: events of the journal. Price changes write theirs in the same transaction. */
export interface AuditLog {
  /** does nothing when nothing changed */
  settingsChanged(changes: readonly SettingChange[], at: string): Promise<void>;
  /** newest first; `before` is an event's number */
  list(query: { before?: number; limit: number }): Promise<AuditEntry[]>;
}

const AuditData = z.object({
  by: By.optional(),
  prices: z.array(PriceChange).optional(),
  settings: z.array(SettingChange).optional(),
});
const Row = AuditEntry.pick({ seq: true, at: true, type: true }).extend({
  actor: z.string(),
  data: jsonText.pipe(AuditData),
});

/** The AuditLog over one open connection. */
export function sqliteAuditLog({ db, append, read, write }: RepositoryDeps): AuditLog {
  // With the words of the partial index (schema.ts).
  const events = statement(
    db,
    `SELECT seq, at, type, actor, data FROM events WHERE type IN ('catalogue.price_changed', 'settings.changed') AND seq < ?
     ORDER BY seq DESC LIMIT ?`,
  );
  const settingsChanged = immediateTransaction(db, (changes: readonly SettingChange[], at: string): void => {
    if (changes.length === 0) return;
    const settings = changes.map(({ name, was, now }) => ({
      name,
      ...(was === undefined ? {} : { was }),
      ...(now === undefined ? {} : { now }),
    }));
    append({ type: 'settings.changed', at, actor: 'supervisor', data: { settings }, bodies: [] }, null);
  });
  return {
    settingsChanged: (changes, at) => write(() => settingsChanged(changes, at)),
    list: ({ before = Number.MAX_SAFE_INTEGER, limit }) => read(() => events().all(before, limit).map(changeOf)),
  };
}

function changeOf(row: unknown): AuditEntry {
  const { data, actor, ...rest } = Row.parse(row);
  const { by = null, prices = [], settings = [] } = data;
  return { ...rest, by, byProvider: actor === 'provider', byOffice: actor === 'office', prices, settings };
}

import type { AuditEntry, SettingChange } from '../../shared/domain/audit-log.ts';

/** Who changed prices and settings, and when: events of the log. Prices write theirs by themselves, with the change. */
export interface AuditLog {
  /** nothing when nothing was changed */
  settingsChanged(changes: readonly SettingChange[], at: string): Promise<void>;
  /** newest first; `before` is an event's number */
  list(ask: { before?: number; limit: number }): Promise<AuditEntry[]>;
}

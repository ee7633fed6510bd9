import { unresolvedStates } from '../../../shared/domain/transaction.ts';
import type { App } from '../../runtime/app.ts';
import type { RecoveryFacts } from './recovery-page.ts';

const listed = 50;

/** Asks the counter itself for what the recovery screen shows. Never rejects: a book that fails is said on the screen. */
export async function recoveryFacts(counter: App, logPath: string): Promise<RecoveryFacts> {
  const [settings, status, open] = await Promise.all([
    tolerate(() => counter.handlers['settings.get'](undefined)),
    tolerate(() => counter.handlers.status(undefined)),
    tolerate(() => counter.handlers['transactions.search']({ states: [...unresolvedStates], limit: listed })),
  ]);
  const counts = status === null ? [] : Object.values(status.unresolved).map(({ count }) => count);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    language: settings?.settings.language ?? 'id',
    timeZone: settings?.settings.timeZone ?? 'Asia/Jakarta',
    training: counter.mode() === 'training',
    unresolved: open?.items ?? null,
    more: Math.max(0, all - (open?.items.length ?? 0)),
    cashToReturn: status?.cashToReturn ?? { count: 0, amount: 0 },
    logPath,
  };
}

async function tolerate<T>(ask: () => Promise<{ ok: true; value: T } | { ok: false }>): Promise<T | null> {
  try {
    const answer = await ask();
    return answer.ok ? answer.value : null;
  } catch {
    return null;
  }
}

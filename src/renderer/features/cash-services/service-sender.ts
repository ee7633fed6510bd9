import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { CashServiceEntry } from '../../../shared/domain/cash-service-entry.ts';
import { call } from '../../host/call.ts';
import type { UnsentService } from './record-form.ts';

/** Records what a person read back, once: also where an answer is lost and they send it again, as it was or changed. */
export class ServiceSender {
  /** what was sent last and has no entry as far as this page knows */
  #unanswered: { id: string; content: string } | null = null;

  /** @property isEarlier the entry is what was sent before, whose answer was lost: what was changed since is not recorded */
  async send(read: UnsentService): Promise<Result<{ entry: CashServiceEntry; isEarlier: boolean }>> {
    const content = JSON.stringify(read);
    const before = this.#unanswered;
    const isChanged = before !== null && before.content !== content;
    if (isChanged) {
      const stored = await call('cashServices.get', { id: before.id });
      if (stored.ok) {
        this.#unanswered = null;
        return ok({ entry: stored.value.entry, isEarlier: true });
      }
      if (stored.error.code !== 'not_found') return stored;
    }
    const sent = before === null || isChanged ? { id: crypto.randomUUID(), content } : before;
    this.#unanswered = sent;
    const answer = await call('cashServices.record', { id: sent.id, ...read });
    if (!answer.ok) return answer;
    this.#unanswered = null;
    return ok({ entry: answer.value, isEarlier: false });
  }
}

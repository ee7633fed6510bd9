import type { Status } from '../../shared/contract/events.ts';
import type { MailboxPoller } from './mailbox-poller.ts';
import { relayStatus } from './poll-status.ts';

/**
 * The polls of this mode's mailbox, for features that are opened before the first one. Without a mailbox, and until they begin, nothing is
 * received.
 */
export class RelayPolling {
  #poller: MailboxPoller | null = null;

  start(poller: MailboxPoller): void {
    this.#poller = poller;
  }

  /** See MailboxPoller; so are those below. */
  async pollNow(withinMs: number): Promise<boolean> {
    return this.#poller?.pollNow(withinMs) ?? false;
  }

  async refresh(withinMs: number): Promise<void> {
    await this.#poller?.refresh(withinMs);
  }

  async firstPoll(withinMs: number): Promise<void> {
    await this.#poller?.firstPoll(withinMs);
  }

  isLive(): boolean {
    return this.#poller?.isLive() ?? false;
  }

  isTaken(): boolean {
    return this.#poller?.isTaken() ?? false;
  }

  status(): Status['relay'] {
    return relayStatus(this.#poller);
  }

  wake(): void {
    this.#poller?.wake();
  }

  async stop(): Promise<void> {
    await this.#poller?.stop();
  }
}

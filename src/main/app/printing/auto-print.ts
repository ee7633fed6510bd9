import type { PrintQueue } from '../../printing/queue/queue.ts';
import type { DeskTools } from './desk.ts';
import { askForProof } from './print-proof.ts';

/** Turns wishes, which were written with the receipts, into jobs: each once, also when the program ended in between. */
export interface WishGranter {
  grant(): void;
  settled(): Promise<void>;
}

export function wishGranter(desk: DeskTools & { queue: PrintQueue }): WishGranter {
  const { book, ports } = desk;
  let working: Promise<void> | null = null;
  let more = false;

  const grantOne = async (saleId: string): Promise<void> => {
    const printer = desk.printers.usual();
    const asked =
      printer === null || !desk.settings().autoPrint
        ? null
        : await askForProof(desk, { id: saleId, printer, byItself: true });
    // Switched off since, or printed by hand before this came to it.
    if (!asked?.ok) return book.dropWish(saleId);
    await desk.queue.wake(asked.value.job.printer);
  };
  // The wish stays on disk: the next success, or the next start, finds it.
  const complain = (error: unknown): void =>
    ports.log.error('a slip could not be printed by itself', { error: error instanceof Error ? error.name : '' });
  const grantAll = async (): Promise<void> => {
    try {
      while (more) {
        more = false;
        for (const saleId of await book.wishes()) await grantOne(saleId).catch(complain);
      }
    } catch (error) {
      complain(error);
    }
    // Without an await since the last look, so that no call is lost.
    working = null;
  };
  return {
    grant() {
      more = true;
      working ??= grantAll();
    },
    settled: async () => {
      await working;
    },
  };
}

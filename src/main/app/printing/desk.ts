import { v7 } from 'uuid';
import type { KonterEvent } from '../../../shared/contract/events.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { type PrintJob, waitingStates } from '../../../shared/domain/print-job.ts';
import type { SlipSettings } from '../../../shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../../shared/domain/receipt/doc.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CounterPorts } from '../../counter/ports.ts';
import { timestamp } from '../../counter/sale.ts';
import type { NewPrintJob, PrintBook } from '../../ports/print-book.ts';
import type { Printer } from '../../ports/printer.ts';
import { openPrintQueue, type PrintQueue } from '../../printing/queue/queue.ts';
import { wishGranter } from './auto-print.ts';
import { outdated } from './outdated.ts';
import type { Printers } from './printers.ts';
import { refuse } from './refuse.ts';

/** Everything that has to do with paper, over one world's book. */
export interface PrintDesk extends DeskTools {
  queue: PrintQueue;
  /** prints what succeeded and is to be printed by itself; to be called whenever there may be some */
  fulfilWishes(): void;
  stop(): Promise<void>;
}

export interface DeskTools {
  book: PrintBook;
  ports: CounterPorts;
  printers: Printers;
  /** the host's own way to paper, for where no printer is set */
  host: Printer;
  settings(): Settings;
  slipOf(sale: Transaction, copy: number): Promise<ReceiptDoc>;
  /** what stands on slips that are about no sale */
  slipWords(): Omit<SlipSettings, 'copy' | 'proof'>;
  newId(): string;
  now(): string;
  changed(job: PrintJob): void;
  /** a job about no sale, on its way to a printer */
  add(job: NewPrintJob): Promise<PrintJob>;
}

interface Parts extends Pick<DeskTools, 'ports' | 'printers' | 'host' | 'settings' | 'slipOf' | 'slipWords'> {
  tell(event: KonterEvent): void;
  statusChanged(): void;
}

/** A slip takes a second; what a printer holds back longer is unknown at the next start. */
const stopWithinMs = 5000;

export async function openPrintDesk(parts: Parts): Promise<PrintDesk> {
  const { ports, printers, tell, statusChanged } = parts;
  const book = ports.journal.prints;
  const now = (): string => timestamp(ports);
  const changed = (job: PrintJob): void => {
    tell({ type: 'print', job });
    statusChanged();
  };
  let queue: PrintQueue | null = null;
  const tools: DeskTools = {
    ...parts,
    book,
    now,
    changed,
    newId: () => v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    async add(job) {
      await book.add(job, now());
      const added = await book.get(job.id);
      if (!added) throw new Error('a print job was not kept');
      changed(added);
      void queue?.wake(job.printer);
      return added;
    },
  };
  queue = await openPrintQueue({
    book,
    line: (id) => printers.line(id),
    outdated: (job) => outdated(ports.journal, job),
    refused: (job, reason) => refuse(tools, job, { from: [...waitingStates, 'sending'], reason }).then(() => undefined),
    clock: ports.clock,
    log: ports.log,
    changed,
  });
  const opened = queue;
  const wishes = wishGranter({ ...tools, queue });
  return {
    ...tools,
    queue: opened,
    fulfilWishes: () => wishes.grant(),
    async stop() {
      await wishes.settled();
      await opened.stop(stopWithinMs);
    },
  };
}

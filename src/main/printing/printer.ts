import type { Paper } from '../../shared/domain/receipt/paper.ts';

export interface PrintJob {
  /** null: not the slip of a sale */
  saleId: string | null;
  copy: number;
  html: string;
  paper: Paper;
}

/** A host's way to paper. It answers when the job was handed over, which no system takes as "printed". */
export interface Printer {
  /**
   * A rejection says no more than "unknown" does.
   * @param deviceName the system's name of a printer, or null to ask the person
   */
  print(job: PrintJob, deviceName: string | null): Promise<PrintOutcome>;
}

export type PrintOutcome =
  | { kind: 'handed_over' }
  /** the page that asked must open the dialog itself, with this address on its own origin */
  | { kind: 'page'; url: string }
  /** it was not handed over, for certain */
  | { kind: 'failed'; reason: string }
  /** it may have been: the system never said */
  | { kind: 'unknown' };

import { randomBytes } from 'node:crypto';
import type { HostPrinter, HostPrintJob, HostPrintOutcome } from '../../printing/index.ts';

/** A slip is fetched moments after it was asked for. */
const keptJobs = 20;

/** This host's way to paper: the slip waits under an address that nobody can guess, and the page opens the dialog. */
export class PrintJobs implements HostPrinter {
  readonly #html = new Map<string, string>();

  // oxlint-disable-next-line typescript/require-await -- the port is asynchronous, this host's part is not
  async print(job: HostPrintJob): Promise<HostPrintOutcome> {
    const id = randomBytes(24).toString('base64url');
    this.#html.set(id, job.html);
    const oldest = this.#html.keys().next();
    if (this.#html.size > keptJobs && !oldest.done) this.#html.delete(oldest.value);
    return { kind: 'page', url: `/print/${id}` };
  }

  /** The slip as a page, once; null when the address is not (or no longer) one of ours. */
  take(id: string): string | null {
    const html = this.#html.get(id) ?? null;
    this.#html.delete(id);
    return html;
  }
}

import { errorName, type Log } from '../../base/system.ts';

/** A person's choice while requests are in progress. */
export type QuitChoice = 'wait' | 'stay' | 'now';

interface QuitParts {
  /** how many requests are with the provider */
  sending: () => number;
  /** Resolves when they are answered, or cannot be any more. */
  answered: () => Promise<void>;
  /** @param count of requests that are with the provider */
  confirmQuit: (count: number) => Promise<QuitChoice>;
  /** finishes requests in progress and saves everything */
  close: () => Promise<void>;
  /** ends the process at once */
  exit: (code: number) => void;
  /** resolves when waiting is over */
  deadline: () => Promise<void>;
  log: Log;
}

/**
 * Delays the program's end until the counter is closed. While requests are with the provider, a person chooses: wait for the
 * answers, do not end, or end now. A shutdown of the system asks no person. A close that hangs does not delay the end for ever:
 * requests in progress are in the journal as sending, and the next start recovers them.
 */
export class QuitFlow {
  readonly #parts: QuitParts;
  #begun = false;
  #asking = false;
  #handedOver = false;

  constructor(parts: QuitParts) {
    this.#parts = parts;
  }

  get begun(): boolean {
    return this.#begun;
  }

  /** For app's "before-quit"; asked twice, it closes once. */
  onBeforeQuit = (event: { preventDefault(): void }): void => {
    if (this.#handedOver) return;
    event.preventDefault();
    if (this.#begun || this.#asking) return;
    if (this.#parts.sending() === 0) this.atOnce();
    else void this.#choose();
  };

  /** For signals and the system's own end: closes without asking anybody. */
  atOnce = (code = 0): void => {
    if (this.#begun) return;
    this.#begun = true;
    void this.#finish(code);
  };

  /**
   * Closes without asking, and then lets something else end the program, such as an installer that starts the next version. Not
   * called when closing failed. Throws when the program is ending already, and while a request is with the provider: its
   * answer would be lost, and the installation can wait.
   */
  handOver = (last: () => void): void => {
    if (this.#begun || this.#asking) throw new Error('the program is ending already');
    if (this.#parts.sending() > 0) throw new Error('an answer is waited for');
    this.#begun = true;
    void this.#finish(0, last);
  };

  async #choose(): Promise<void> {
    this.#asking = true;
    try {
      const choice = await this.#parts.confirmQuit(this.#parts.sending());
      if (choice === 'stay') return;
      if (choice === 'wait') await this.#parts.answered();
      this.atOnce();
    } catch (error) {
      this.#parts.log.error('no person could be asked about the end', { error: nameOf(error) });
      this.atOnce();
    } finally {
      this.#asking = false;
    }
  }

  async #finish(code: number, last?: () => void): Promise<void> {
    const { close, exit, deadline, log } = this.#parts;
    try {
      const ended = await Promise.race([close().then(() => 'closed' as const), deadline().then(() => 'late' as const)]);
      if (ended === 'late') log.warn('the counter did not close in time');
      if (ended === 'closed' && last !== undefined) {
        this.#handedOver = true;
        last();
        await deadline();
        log.warn('what was to end the program did not');
      }
      exit(ended === 'closed' && last === undefined ? code : 1);
    } catch (error) {
      log.error('the counter did not close well', { error: nameOf(error) });
      exit(1);
    }
  }
}

const nameOf = (error: unknown): string => errorName(error);

interface Question {
  type: 'question';
  title: string;
  message: string;
  detail: string;
  buttons: string[];
  defaultId: number;
  cancelId: number;
  noLink: boolean;
}

/** The part of Electron's dialog that is needed. */
export interface AskBox {
  showMessageBox(options: Question): Promise<{ response: number }>;
}

/**
 * The page holds its window open while something typed is not saved; without a question the window could not be closed at all.
 * Answers whether it closes.
 */
export function mayLoseInput(box: { showMessageBoxSync(options: Question): number }): boolean {
  return (
    box.showMessageBoxSync({
      type: 'question',
      title: 'Konter',
      message: 'Ada isian yang belum disimpan.\nThere are unsaved changes.',
      detail: 'Jika ditutup sekarang, isian itu hilang.\n\nClosed now, they are lost.',
      buttons: ['Jangan tutup · Keep open', 'Tutup saja · Close anyway'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }) === 1
  );
}

const choices: readonly QuitChoice[] = ['wait', 'stay', 'now'];

/** Asks what to do with the requests that are with the provider. Both languages, as the page may be gone already. */
export async function askAboutQuitting(box: AskBox, count: number): Promise<QuitChoice> {
  const { response } = await box.showMessageBox({
    type: 'question',
    title: 'Konter',
    message: `${count} permintaan masih diproses provider.\n${count} request(s) are still with the provider.`,
    detail:
      'Jika ditutup sekarang, hasilnya menjadi “belum pasti”: jangan dijual ulang. Hasilnya menyusul.\n\n' +
      'If closed now, they become “unconfirmed”: do not sell them again. Their results follow.',
    buttons: [
      'Tunggu balasan, lalu tutup · Wait for the reply, then close',
      'Jangan tutup · Keep open',
      'Tutup sekarang · Close now',
    ],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return choices[response] ?? 'stay';
}

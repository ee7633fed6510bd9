import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface ChildReport {
  window?: { webPreferences: Record<string, unknown> };
  opened?: string;
  errorBox?: string;
  messageBox?: string;
  relaunched?: true;
}

/** Konter's entry, running in a process of its own on the stand-in for Electron. */
export class OnFakeElectron {
  readonly #child: ChildProcess;
  readonly reports: ChildReport[] = [];
  #requestCount = 0;

  #output = '';

  constructor(entry: string, userData: string, env: Record<string, string> = {}, args: string[] = []) {
    const { KONTER_PROVIDER_URL: _, ...inherited } = process.env;
    this.#child = fork(entry, args, {
      execArgv: ['--import', join(import.meta.dirname, 'register.ts')],
      env: { ...inherited, FAKE_ELECTRON_USER_DATA: userData, XDG_CONFIG_HOME: userData, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    // One for each question that is open.
    this.#child.setMaxListeners(0);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#child.on('message', (message) => this.reports.push(message as ChildReport));
  }

  /** The exit code, when the process has ended. */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  async request(message: Record<string, unknown>): Promise<unknown> {
    this.#requestCount += 1;
    const id = this.#requestCount;
    const answered = new Promise((resolve, reject) => {
      this.#child.on('message', (message: { id?: number; answer?: unknown }) => {
        if (message.id === id) resolve(message.answer);
      });
      this.#child.once('exit', () => reject(new Error('the process ended')));
    });
    this.#child.send({ id, ...message });
    return await answered;
  }

  /** what it wrote to stdout */
  output(): string {
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

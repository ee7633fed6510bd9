import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Announced = z.object({ url: z.string(), mode: z.enum(['training', 'live']) });

export interface BrowserCounter {
  /** with the one-time token */
  url: string;
  /** without it, with a slash at the end */
  origin: string;
  mode: 'training' | 'live';
  child: ChildProcess;
  /** what was said on stderr so far */
  said(): string;
  /** SIGTERM, and the exit code. Rejects with what the counter said when it had ended unasked. */
  stop(): Promise<number | null>;
  /** SIGKILL, as a power cut would */
  kill(): Promise<void>;
}

const projectDir = join(import.meta.dirname, '../..');

/**
 * Starts `start-browser` as a real process of its own on a data folder. Settings of the shell it runs in stay out; only
 * `env` is given. Rejects with what it said when it ends before it is open.
 */
export async function startBrowserCounter(options: {
  dataDir: string;
  env?: Record<string, string>;
  port?: number;
}): Promise<BrowserCounter> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(KONTER|RELAY|SIMULATOR)_/.test(name));
  const script = join(projectDir, 'scripts/start-browser.ts');
  const args = ['--port', String(options.port ?? 0), '--data-dir', options.dataDir, '--no-open'];
  const child = spawn(process.execPath, [script, ...args], {
    cwd: projectDir,
    env: { ...Object.fromEntries(inherited), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  const line = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => null)]);
  if (line === null) throw new Error(`the counter did not open: ${said}`);
  const { url, mode } = Announced.parse(JSON.parse(String(line[0])));
  let asked = false;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    else if (!asked)
      throw new Error(`the counter ended by itself, with ${child.signalCode ?? child.exitCode}: ${said}`);
    asked = true;
    await ended;
    return child.exitCode;
  };
  return {
    url,
    origin: new URL('/', url).href,
    mode,
    child,
    said: () => said,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

import { execFile } from 'node:child_process';

/** A queue of CUPS, as lpstat lists it. */
export interface CupsQueue {
  name: string;
  /** the address it prints to; null: a printer on the network that CUPS has found and makes a queue for when it is used */
  device: string | null;
  accepting: boolean;
  stopped: boolean;
}

const listTimeoutMs = 5000;

/** Runs a program of the system and answers what it printed; null: it is missing, failed without a word, or took too long. */
export function outputOf(
  program: string,
  given: readonly string[],
  timeoutMs = listTimeoutMs,
): Promise<{ stdout: string; stderr: string; failed: boolean } | null> {
  return new Promise((resolve) => {
    // English, whatever the system speaks: the words are read.
    const env = { ...process.env, LC_ALL: 'C.UTF-8', LANGUAGE: 'en' };
    execFile(program, given, { timeout: timeoutMs, encoding: 'utf8', env }, (error, stdout, stderr) => {
      const ended = error === null || typeof error.code === 'number';
      resolve(ended ? { stdout, stderr, failed: error !== null } : null);
    });
  });
}

/**
 * The queues of CUPS and, unless one of this name is among them, the printers that CUPS has discovered: looking for those takes
 * longer. Null if CUPS is missing or does not answer.
 */
export async function cupsQueues(name?: string): Promise<CupsQueue[] | null> {
  const states = await outputOf('lpstat', ['-a', '-p', '-v']);
  // Without any queue lpstat fails as it does without a running CUPS, but says so.
  if (states === null || (states.failed && !/no destinations/i.test(states.stderr))) return null;
  const queues = readQueues(states.stdout);
  if (queues.some((queue) => queue.name === name)) return queues;
  const found = await outputOf('lpstat', ['-e']);
  if (found === null) return null;
  const named = found.stdout.split('\n').map((line) => line.trim());
  const discovered = named.filter((each) => each !== '' && queues.every((queue) => queue.name !== each));
  return [...queues, ...discovered.map((each) => ({ name: each, device: null, accepting: true, stopped: false }))];
}

/** Reads what `lpstat -a -p -v` prints. */
function readQueues(text: string): CupsQueue[] {
  const lines = text.split('\n');
  const named = (pattern: RegExp): string[] => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const rejecting = new Set(named(/^(\S+) not accepting requests\b/));
  const stopped = new Set(named(/^printer (\S+) disabled since\b/));
  return lines.flatMap((line): CupsQueue[] => {
    const [, name, device] = /^device for (\S+): (.+)$/.exec(line) ?? [];
    if (name === undefined || device === undefined) return [];
    return [{ name, device, accepting: !rejecting.has(name), stopped: stopped.has(name) }];
  });
}

/** Ways by which CUPS turns a job into something else, or prints no bytes of ours: IPP Everywhere, PDF, fax, another queue. */
const converting = /^(ipps?|https?|dnssd|implicitclass|cups-pdf|cups-brf|[a-z]*fax|file)$/;

/**
 * Whether a queue may pass a printer's own commands on. Driverless printers take pages only, and a PDF queue prints nothing: a
 * job "completes" on both. Whether a queue of another kind does is seen on a test page only.
 */
export function mayTakeCommands({ device }: Pick<CupsQueue, 'device'>): boolean {
  const scheme = /^([a-z0-9+.-]+):/i.exec(device ?? '')?.[1];
  return scheme !== undefined && !converting.test(scheme.toLowerCase());
}

import { existsSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { userInfo } from 'node:os';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import type { Clock } from '../../base/system.ts';

/** What CUPS says of a job. `started`: it went to the printer, so some of it may be on paper. */
export interface CupsJob {
  id: number;
  /** as lp got it */
  title: string;
  state: 'waiting' | 'processing' | 'completed' | 'cancelled';
  started: boolean;
  /** what the printer lacks; null: nothing is said of that */
  reason: PrintReason | null;
}

/** Words of job-printer-state-reasons, and of job-printer-state-message where CUPS has no keyword. */
const printerReasons: ReadonlyArray<[RegExp, PrintReason]> = [
  [/^media-(?:empty|needed)\b/, 'paper_out'],
  [/^(?:cover|door)-open\b/, 'cover_open'],
  [/^offline\b/, 'offline'],
  [/^connecting-to-device\b|unavailable|unreachable|not (?:responding|connected)|to become available/, 'unreachable'],
  [/printer is busy/, 'busy'],
];

/** Where CUPS listens: as its own commands find it, but without their configuration files. */
type CupsAddress = { socketPath: string } | { host: string; port: number };

const sockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];
const ippPort = 631;

/** @param server CUPS_SERVER: a socket's path, or a host with or without its port */
function cupsAddress(server: string | undefined): CupsAddress {
  if (server?.startsWith('/')) return { socketPath: server };
  const [, host, port] = /^\[?([^\]]+?)\]?(?::(\d+))?(?:\/version=.*)?$/.exec(server ?? '') ?? [];
  if (host !== undefined) return { host, port: Number(port ?? ippPort) };
  const socketPath = sockets.find((path) => existsSync(path));
  return socketPath === undefined ? { host: '127.0.0.1', port: ippPort } : { socketPath };
}

const askTimeoutMs = 2000;

/**
 * Asks CUPS for a job: lpstat does not distinguish a completed job from a cancelled one. Null when CUPS does not answer, or keeps no
 * history of its jobs.
 */
export async function cupsJob(clock: Clock, id: number): Promise<CupsJob | null> {
  const target = attribute(tag.uri, 'job-uri', `ipp://localhost/jobs/${id}`);
  return (await requestJobs(clock, operation.getJobAttributes, target))?.[0] ?? null;
}

/** The jobs of a queue that have not ended. Null when CUPS does not answer. */
export const openCupsJobs = (clock: Clock, queue: string): Promise<CupsJob[] | null> =>
  requestJobs(
    clock,
    operation.getJobs,
    attribute(tag.uri, 'printer-uri', `ipp://localhost/printers/${encodeURIComponent(queue)}`),
  );

async function requestJobs(clock: Clock, operation: number, target: Buffer): Promise<CupsJob[] | null> {
  const answer = await post(clock, cupsAddress(process.env['CUPS_SERVER']), jobsRequest(operation, target));
  return answer === null ? null : readJobs(answer);
}

function post(clock: Clock, address: CupsAddress, body: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' };
    const clientRequest: ClientRequest = request(
      { ...address, method: 'POST', path: '/', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (chunk: Buffer) => parts.push(chunk));
        response.on('end', () => finish(response.statusCode === 200 ? Buffer.concat(parts) : null));
        response.on('error', () => finish(null));
      },
    );
    const stop = clock.after(askTimeoutMs, () => finish(null));
    const finish = (answer: Buffer | null): void => {
      stop();
      clientRequest.destroy();
      resolve(answer);
    };
    clientRequest.on('error', () => finish(null));
    clientRequest.end(body);
  });
}

/** Tags of RFC 8010. */
const tag = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  integer: 0x21,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
};
const operation = { getJobAttributes: 0x0009, getJobs: 0x000a };

/** As lp has it. Empty where the system has no name for it. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** @param target the attribute that names the job or the queue */
function jobsRequest(operation: number, target: Buffer): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(0x0101, 0);
  header.writeUInt16BE(operation, 2);
  header.writeUInt32BE(1, 4);
  return Buffer.concat([
    header,
    Buffer.of(tag.operation),
    attribute(tag.charset, 'attributes-charset', 'utf-8'),
    attribute(tag.language, 'attributes-natural-language', 'en'),
    target,
    // CUPS reveals a job's name to its owner alone.
    attribute(tag.name, 'requesting-user-name', userName()),
    attribute(tag.keyword, 'requested-attributes', 'job-state'),
    // Without a name: one more value of the attribute before.
    attribute(tag.keyword, '', 'job-id'),
    attribute(tag.keyword, '', 'job-name'),
    attribute(tag.keyword, '', 'time-at-processing'),
    attribute(tag.keyword, '', 'job-printer-state-reasons'),
    attribute(tag.keyword, '', 'job-printer-state-message'),
    Buffer.of(tag.end),
  ]);
}

function attribute(type: number, name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)];
  const lengths = [nameBytes, valueBytes].map(({ length }) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(length);
    return bytes;
  });
  return Buffer.concat([
    Buffer.of(type),
    lengths[0] ?? Buffer.alloc(0),
    nameBytes,
    lengths[1] ?? Buffer.alloc(0),
    valueBytes,
  ]);
}

/** Values of job-state. */
const states: Readonly<Record<number, CupsJob['state']>> = {
  3: 'waiting',
  4: 'waiting',
  5: 'processing',
  // Stopped while it was being printed.
  6: 'processing',
  7: 'cancelled',
  8: 'cancelled',
  9: 'completed',
};

const lastSuccess = 0x00ff;

/** Null for an answer that is an error or is cut short. A job without a state is left out. */
function readJobs(answer: Buffer): CupsJob[] | null {
  if (answer.length < 8 || answer.readUInt16BE(2) > lastSuccess) return null;
  const jobs: (Omit<CupsJob, 'state'> & { state: CupsJob['state'] | null })[] = [];
  let name = '';
  for (let at = 8; at < answer.length; ) {
    const type = answer[at] ?? tag.end;
    at += 1;
    if (type === tag.end) break;
    if (type === tag.job) jobs.push({ id: 0, title: '', state: null, started: false, reason: null });
    // Below 0x10 a group begins, and no value follows.
    if (type < 0x10) continue;
    if (at + 2 > answer.length) return null;
    const nameEnd = at + 2 + answer.readUInt16BE(at);
    if (nameEnd + 2 > answer.length) return null;
    const valueEnd = nameEnd + 2 + answer.readUInt16BE(nameEnd);
    if (valueEnd > answer.length) return null;
    // Without a name: one more value of the attribute before.
    name = answer.toString('latin1', at + 2, nameEnd) || name;
    const job = jobs.at(-1);
    const text = answer.toString('utf8', nameEnd + 2, valueEnd);
    const number = valueEnd - nameEnd - 2 === 4 ? answer.readInt32BE(nameEnd + 2) : null;
    at = valueEnd;
    if (!job) continue;
    if (name === 'job-id' && type === tag.integer && number !== null) job.id = number;
    if (name === 'job-name') job.title = text;
    if (name === 'job-state' && type === tag.enum && number !== null) job.state = states[number] ?? null;
    // "no-value" until the job goes to the printer.
    if (name === 'time-at-processing' && type === tag.integer && number !== null) job.started = true;
    if (/^job-printer-state-(?:reasons|message)$/.test(name)) {
      job.reason ??= printerReasons.find(([pattern]) => pattern.test(text))?.[1] ?? null;
    }
  }
  return jobs.flatMap(({ state, ...job }) => (state === null ? [] : [{ ...job, state }]));
}

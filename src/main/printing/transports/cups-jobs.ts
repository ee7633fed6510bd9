import { existsSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import type { Clock } from '../../base/system.ts';

/** What CUPS says of a job. `started`: it was given to the printer, so some of it may be on paper. */
export interface CupsJob {
  state: 'waiting' | 'processing' | 'completed' | 'cancelled';
  started: boolean;
}

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
 * Asks CUPS for a job: lpstat cannot tell a completed job from a cancelled one. Null when CUPS does not answer, or keeps no
 * history of its jobs.
 */
export async function cupsJob(clock: Clock, id: number): Promise<CupsJob | null> {
  const answer = await post(clock, cupsAddress(process.env['CUPS_SERVER']), jobRequest(id));
  return answer === null ? null : readJob(answer);
}

function post(clock: Clock, address: CupsAddress, body: Uint8Array): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/ipp', 'content-length': body.length, host: 'localhost' };
    const asked: ClientRequest = request(
      { ...address, method: 'POST', path: '/', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => finish(response.statusCode === 200 ? Buffer.concat(parts) : null));
        response.on('error', () => finish(null));
      },
    );
    const stop = clock.after(askTimeoutMs, () => finish(null));
    const finish = (answer: Buffer | null): void => {
      stop();
      asked.destroy();
      resolve(answer);
    };
    asked.on('error', () => finish(null));
    asked.end(body);
  });
}

/** Tags of RFC 8010. */
const tag = {
  operation: 0x01,
  end: 0x03,
  integer: 0x21,
  enum: 0x23,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
};
const getJobAttributes = 0x0009;

/** A Get-Job-Attributes request. */
function jobRequest(id: number): Uint8Array {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(0x0101, 0);
  header.writeUInt16BE(getJobAttributes, 2);
  header.writeUInt32BE(1, 4);
  return Buffer.concat([
    header,
    Buffer.of(tag.operation),
    attribute(tag.charset, 'attributes-charset', 'utf-8'),
    attribute(tag.language, 'attributes-natural-language', 'en'),
    attribute(tag.uri, 'job-uri', `ipp://localhost/jobs/${id}`),
    attribute(tag.keyword, 'requested-attributes', 'job-state'),
    // Without a name: one more value of the attribute before.
    attribute(tag.keyword, '', 'time-at-processing'),
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

/** Null for an answer that is an error, is cut short or names no state. */
function readJob(answer: Buffer): CupsJob | null {
  if (answer.length < 8 || answer.readUInt16BE(2) > lastSuccess) return null;
  let state: CupsJob['state'] | null = null;
  let started = false;
  for (let at = 8; at < answer.length; ) {
    const type = answer[at] ?? tag.end;
    at += 1;
    if (type === tag.end) break;
    // Below 0x10 a group begins, and no value follows.
    if (type < 0x10) continue;
    if (at + 2 > answer.length) return null;
    const nameEnd = at + 2 + answer.readUInt16BE(at);
    if (nameEnd + 2 > answer.length) return null;
    const valueEnd = nameEnd + 2 + answer.readUInt16BE(nameEnd);
    if (valueEnd > answer.length) return null;
    const name = answer.toString('latin1', at + 2, nameEnd);
    const isNumber = valueEnd - nameEnd - 2 === 4;
    if (name === 'job-state' && type === tag.enum && isNumber) state = states[answer.readInt32BE(nameEnd + 2)] ?? null;
    // "no-value" until the job is given to the printer.
    if (name === 'time-at-processing' && type === tag.integer && isNumber) started = true;
    at = valueEnd;
  }
  return state === null ? null : { state, started };
}

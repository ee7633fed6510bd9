import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RawLine {
  socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** everything that came so far */
  received(): string;
  closed: Promise<void>;
}

/** A TCP line to a server, for bytes that no HTTP client would send. */
export function rawLine(url: string): RawLine {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, send: (bytes) => void socket.write(bytes), received: () => received, closed };
}

/**
 * Sends bytes as they are, and answers everything that came back until the line was cut.
 * @param patience in milliseconds: after so long without a byte this end hangs up
 */
export async function raw(url: string, bytes: string | Uint8Array, patience = 0): Promise<string> {
  const line = rawLine(url);
  line.socket.setTimeout(patience, () => line.socket.end());
  line.send(bytes);
  await line.closed;
  return line.received();
}

/** The answers in what came over a line, in order. Throws where it is not whole HTTP/1.1 answers with a length. */
export function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = status === 100 ? 0 : Number(headers['content-length']);
    if (end < 0 || Number.isNaN(length)) throw new Error(`not an answer: ${rest.slice(0, 200)}`);
    const text = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString();
    answers.push({ status, headers, text });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

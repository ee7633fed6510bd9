import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One keep-alive connection: a request out, its answer's status in, nothing parsed that need not be. */
export interface Line {
  /** One at a time: the next after `answered`. */
  send(request: Buffer): void;
  close(): void;
}

const [http, closingBrace, newLine] = ['HTTP/1.1 ', 0x7d, 0x0a];

/**
 * Opens a line. Reads into one buffer of its own and takes an answer as whole when it ends in "}", as every JSON object does,
 * or is said to be empty; a client that did more would be what is measured.
 * @param told.answered gets the status of each answer
 * @param told.broke called when the line ends without being closed by us
 */
export async function openLine(
  port: number,
  told: { answered: (status: number) => void; broke?: () => void; localAddress?: string },
): Promise<Line> {
  let status = 0;
  let closed = false;
  const take = (length: number, buffer: Uint8Array): boolean => {
    if (status === 0) status = statusIn(buffer);
    const last = buffer[length - 1];
    if (last !== closingBrace && !(last === newLine && isEmpty(buffer.subarray(0, length)))) return true;
    const whole = status;
    status = 0;
    told.answered(whole);
    return true;
  };
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: new Uint8Array(16_384), callback: take },
    ...(told.localAddress === undefined ? {} : { localAddress: told.localAddress }),
  });
  const gone = (): void => {
    if (closed) return;
    closed = true;
    told.broke?.();
  };
  await once(socket, 'connect');
  socket.on('error', gone).on('close', gone);
  return {
    send: (request) => void socket.write(request),
    close: () => {
      closed = true;
      socket.destroy();
    },
  };
}

function statusIn(buffer: Uint8Array): number {
  const digit = (at: number): number => (buffer[http.length + at] ?? 0) - 0x30;
  return digit(0) * 100 + digit(1) * 10 + digit(2);
}

/** Only peers answer without a body. */
const isEmpty = (answer: Uint8Array): boolean =>
  /content-length: 0\r\n[^]*\r\n$|\r\n0\r\n\r\n$/i.test(Buffer.from(answer).toString('latin1'));

import { once } from 'node:events';
import { connect } from 'node:net';

/** One keep-alive connection: a request out, its answer's status in, nothing parsed that need not be. */
export interface Connection {
  /** One at a time: the next after `answered`. */
  send(request: Buffer): void;
  close(): void;
}

export interface ConnectionEvents {
  /** @param last the last piece of the answer as it came; gone after the call */
  answered: (status: number, last: Buffer) => void;
  /** the connection ended, and not by us */
  onClosed?: () => void;
}

const [statusAt, closingBrace, newLine] = ['HTTP/1.1 '.length, 0x7d, 0x0a];
/** For all connections: each piece is done with before the next is read. */
const pieces = Buffer.alloc(65_536);

/**
 * Opens a connection. Takes an answer as whole when it ends in "}", as every JSON object does, or is said to be empty; a client
 * that did more would be what is measured.
 */
export async function openConnection(port: number, events: ConnectionEvents): Promise<Connection> {
  let [status, closed] = [0, false];
  const take = (length: number): boolean => {
    if (status === 0) status = statusIn(pieces);
    const last = pieces[length - 1];
    const piece = pieces.subarray(0, length);
    if (last !== closingBrace && !(last === newLine && isEmpty(piece))) return true;
    const whole = status;
    status = 0;
    events.answered(whole, piece);
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: pieces, callback: take } });
  const gone = (): void => {
    if (closed) return;
    closed = true;
    events.onClosed?.();
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

function statusIn(answer: Buffer): number {
  const digit = (at: number): number => (answer[statusAt + at] ?? 0) - 0x30;
  return digit(0) * 100 + digit(1) * 10 + digit(2);
}

/** Only peers answer without a body. */
const isEmpty = (answer: Buffer): boolean =>
  /content-length: 0\r\n[^]*\r\n$|\r\n0\r\n\r\n$/i.test(answer.toString('latin1'));

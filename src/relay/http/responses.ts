import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Every status code that the relay answers with; the tests check that no other one leaves it. */
export const statuses = [200, 400, 401, 404, 405, 409, 410, 413, 415, 429, 500, 503] as const;
export type Status = (typeof statuses)[number];

export const jsonType = 'application/json; charset=utf-8';

/** JSON with status and message, like the reference receiver of the spec. */
const textOf = (status: Status, message: string, details?: object): string =>
  JSON.stringify({ status: status === 200 ? 'success' : 'error', message, ...details });

export const malformed = 'The request is not valid';
const malformedText = textOf(400, malformed);

interface AnswerOptions {
  /** beside status and message */
  details?: object | undefined;
  headers?: Record<string, string>;
  /** The body of the request is not read to its end: the connection cannot be used again. */
  close?: boolean;
}

export type Answers = ReturnType<typeof createAnswers>;

/** @param isClosing true while the server closes: each answer is then the last one of its connection */
export function createAnswers(isClosing: () => boolean) {
  const send = (
    response: ServerResponse,
    status: Status,
    content: string | Buffer,
    headers: Record<string, string>,
  ): void => {
    if (isClosing()) headers.connection = 'close';
    const length = Buffer.byteLength(content);
    response.writeHead(status, { 'content-type': jsonType, 'content-length': length, ...headers }).end(content);
  };
  return {
    /** Answers with a text of JSON. */
    json: (response: ServerResponse, text: string): void => send(response, 200, text, {}),
    /** Answers with bytes that are of no type. */
    bytes: (response: ServerResponse, bytes: Buffer): void =>
      send(response, 200, bytes, { 'content-type': 'application/octet-stream' }),
    /** Answers with a page. @param headers its content type among them */
    page: (response: ServerResponse, html: string, headers: Readonly<Record<string, string>>): void =>
      send(response, 200, html, { ...headers }),
    /** Answers with status and message. Returns the status. */
    status: (response: ServerResponse, status: Status, message: string, options: AnswerOptions = {}): Status => {
      const { details, headers, close = false } = options;
      send(response, status, textOf(status, message, details), {
        ...headers,
        ...(status === 429 ? { 'retry-after': '60' } : {}),
        ...(close ? { connection: 'close' } : {}),
      });
      return status;
    },
  };
}

const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: ${jsonType}\r\nContent-Length: ${malformedText.length}`;

/** Answers malformed HTTP, oversized headers and slow requests with 400, and closes the connection. */
export function refuseMalformed(socket: Duplex): void {
  if (socket.writable) socket.end(`${head}\r\nConnection: close\r\n\r\n${malformedText}`, () => socket.destroy());
  else socket.destroy();
}

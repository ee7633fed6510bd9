import { type IncomingMessage, request, validateHeaderName, validateHeaderValue } from 'node:http';
import type { Duplex } from 'node:stream';

/** All header lines of one answer together. */
export const maxHeaderBytes = 16 * 1024;

/** A request that can be written to any connection as it stands. */
export interface ReadyRequest {
  url: URL;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | undefined;
  maxAnswerBytes: number;
}

export interface WholeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Everything that can be wrong with a request itself is found here, before there is a connection. Throws. */
export function readyHeaders(url: URL, given: Readonly<Record<string, string>>, body: Uint8Array | undefined) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    headers[name.toLowerCase()] = value;
  }
  return {
    ...headers,
    host: url.host,
    connection: 'close',
    'accept-encoding': 'identity',
    ...(body ? { 'content-length': String(body.byteLength) } : {}),
  };
}

/**
 * Writes the request to a connection that stands, and reads the one answer. Rejects when no whole answer comes: from
 * then on nobody can say what the other side did. There is nothing here that could write it a second time.
 */
export function requestOnce(connection: Duplex, ready: ReadyRequest, signal: AbortSignal): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      reject(new Error(reason));
      connection.destroy();
    };
    signal.addEventListener('abort', () => fail('given up'), { once: true });
    // After everything that was read before the connection closed has been heard.
    connection.once('close', () => setImmediate(fail, 'closed before a whole answer'));
    if (connection.destroyed) return fail('closed before the request');

    const asked = request({
      createConnection: () => connection,
      method: ready.method,
      path: ready.url.pathname + ready.url.search,
      setHost: false,
      headers: { ...ready.headers },
      maxHeaderSize: maxHeaderBytes,
      insecureHTTPParser: false,
    });
    asked.on('error', reject);
    asked.once('upgrade', () => fail('changed the protocol'));
    asked.once('response', (response) => {
      readWhole(response, ready.maxAnswerBytes).then(resolve, (error: unknown) => {
        reject(error);
        connection.destroy();
      });
    });
    asked.end(ready.body);
    return undefined;
  });
}

function readWhole(response: IncomingMessage, maxBytes: number): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) return reject(new Error('answer too large'));
    const chunks: Uint8Array[] = [];
    let size = 0;
    response.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size > maxBytes) reject(new Error('answer too large'));
      else chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('close', () => reject(new Error('half an answer')));
    response.on('end', () => {
      if (!response.complete) return reject(new Error('half an answer'));
      return resolve({
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        body: Buffer.concat(chunks),
      });
    });
    return undefined;
  });
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

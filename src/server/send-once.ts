import http from 'node:http';
import https from 'node:https';

export interface SentRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** from the call to the whole answer */
  timeoutMs: number;
  maxAnswerBytes: number;
}

/**
 * Posts a body once: over a connection of its own, because a kept one may be closed while a request is on it, and following no redirect.
 * @returns null without a whole answer: the other side may have acted then
 */
export function sendOnce(sent: SentRequest): Promise<{ status: number; body: Uint8Array } | null> {
  const { url, headers, body, timeoutMs, maxAnswerBytes } = sent;
  return new Promise((resolve) => {
    const end = (): void => resolve(null);
    const { request } = url.startsWith('https:') ? https : http;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const outgoing = { method: 'POST', agent: false, headers: { ...headers, 'content-length': body.length }, signal };
      const sending = request(url, outgoing, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxAnswerBytes) sending.destroy();
          else chunks.push(chunk);
        });
        response.on('error', end).on('close', end);
        response.on('end', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) });
          end();
        });
      });
      sending.on('error', end);
      sending.end(body);
    } catch {
      end();
    }
  });
}

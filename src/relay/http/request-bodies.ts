import type { Readable } from 'node:stream';
import type { Limits } from './connections.ts';

/** The largest accepted body, in bytes. */
export const bodyLimit = 64 * 1024;

/** More chunks than this are joined: the object of a chunk takes hundreds of bytes, and a chunk may hold a single one. */
const maxChunks = 64;

/** 413: too large. 400: incomplete, or aborted to make room. */
type BodyError = 413 | 400;

interface OpenBody {
  bytes: number;
  isEnded: boolean;
  readonly abort: () => void;
}

/**
 * Reads request bodies within limits that all requests share. Over a limit the oldest body is aborted: a webhook arrives at once,
 * so the slowest sender is the likely attacker. A new request is never refused because of others.
 */
export class RequestBodies {
  private readonly limits: Pick<Limits, 'bodies' | 'bodyBytes'>;
  private readonly open = new Set<OpenBody>();
  private bytes = 0;
  private aborted = 0;

  constructor(limits: Pick<Limits, 'bodies' | 'bodyBytes'>) {
    this.limits = limits;
  }

  /** bodies aborted to make room */
  readonly abortedCount = (): number => this.aborted;

  /**
   * Reads a whole body.
   * @param contentLength the Content-Length header
   * @param done is called once, with the bytes or with an error
   */
  read(
    payload: Readable,
    contentLength: string | undefined,
    done: (error: BodyError | null, body?: Buffer) => void,
  ): void {
    if (Number(contentLength) > bodyLimit) {
      done(413);
      return;
    }
    let chunks: Buffer[] = [];
    let length = 0;
    const end = (error: BodyError | null): void => {
      // Events after the end are ignored: removing the listeners would cost more.
      if (body.isEnded) return;
      this.end(body);
      // A copy: a slice would keep the whole buffer of the connection.
      const whole = error === null ? Buffer.concat(chunks, length) : undefined;
      // The listeners live as long as the request waits for its answer.
      chunks = [];
      done(error, whole);
    };
    const body = this.begin(() => end(400));
    const incomplete = (): void => end(400);
    payload
      .on('data', (chunk: Buffer) => {
        if (body.isEnded) return;
        length += chunk.length;
        if (length > bodyLimit) {
          end(413);
          return;
        }
        chunks.push(chunk);
        if (chunks.length === maxChunks) chunks = [Buffer.concat(chunks, length)];
        this.grow(body, chunk.length);
      })
      .on('end', () => end(null))
      .on('error', incomplete)
      .on('close', incomplete);
  }

  private begin(abort: () => void): OpenBody {
    const body = { bytes: 0, isEnded: false, abort };
    this.open.add(body);
    this.makeRoom();
    return body;
  }

  private grow(body: OpenBody, bytes: number): void {
    if (body.isEnded) return;
    body.bytes += bytes;
    this.bytes += bytes;
    this.makeRoom();
  }

  private end(body: OpenBody): void {
    body.isEnded = true;
    this.bytes -= body.bytes;
    this.open.delete(body);
  }

  private makeRoom(): void {
    while (this.open.size > this.limits.bodies || this.bytes > this.limits.bodyBytes) {
      const [oldest] = this.open;
      if (oldest === undefined) return;
      this.aborted += 1;
      oldest.abort();
    }
  }
}

import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../../shared/contract/errors.ts';
import type { FileDialogs } from '../../files/index.ts';
import type { HostPrinter, HostPrintJob, HostPrintOutcome } from '../../printing/index.ts';

/** Fits the larger files of a year. */
const maxStatementBytes = 512 * 1024 * 1024;

/** More than once: a download manager requests again what the browser began to load. */
const downloadOpenMs = 10 * 60_000;

/**
 * Files in this host: they lie in the data folder's "exports", and the page downloads and uploads them under unguessable
 * addresses.
 */
export class PageFiles implements FileDialogs {
  readonly #folder: string;
  readonly #printJobs: Pick<PrintJobs, 'print'>;
  readonly #downloads = new Map<string, string>();
  readonly #uploads = new Map<string, string>();
  /** statements of this run; earlier ones are no longer needed */
  readonly #statements = new Set<string>();
  /** addresses of files that are perhaps not written yet */
  readonly #places = new Set<string>();
  #cleaned = false;

  constructor(dataDir: string, printJobs: Pick<PrintJobs, 'print'>) {
    this.#folder = join(dataDir, 'exports');
    this.#printJobs = printJobs;
  }

  /** A name that no file of this folder has: a second export within a second does not replace the first. */
  async place(name: string): Promise<string> {
    await this.#clean();
    const { name: stem, ext } = parse(name);
    for (let n = 1; ; n += 1) {
      const path = join(this.#folder, n === 1 ? name : `${stem}-${n}${ext}`);
      if (this.#places.has(path) || existsSync(path)) continue;
      this.#places.add(path);
      return path;
    }
  }

  async paper(html: string): Promise<{ kind: 'page'; url: string } | { kind: 'failed' }> {
    const outcome = await this.#printJobs.print({ saleId: null, copy: 1, html, paper: 'a4' });
    return outcome.kind === 'page' ? outcome : { kind: 'failed' };
  }

  async exported(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const isExport = (name: string): boolean => !name.startsWith('statement-') && !name.endsWith('.part');
    return names.filter(isExport).map((name) => join(this.#folder, name));
  }

  download(path: string): string {
    const id = guessless();
    this.#downloads.set(id, path);
    setTimeout(() => this.#downloads.delete(id), downloadOpenMs).unref();
    return `/files/${id}`;
  }

  async statement(): Promise<{ kind: 'page'; url: string; path: string }> {
    await this.#clean();
    const id = guessless();
    const path = join(this.#folder, `statement-${id}`);
    this.#statements.add(basename(path));
    this.#uploads.set(id, path);
    return { kind: 'page', url: `/statements/${id}`, path };
  }

  async forgetStatements(): Promise<void> {
    this.#statements.clear();
    this.#uploads.clear();
    await this.#clean();
  }

  /** A file that was offered to the page; null for an unknown address. */
  open(id: string): { name: string; stream: ReadStream } | null {
    const path = this.#downloads.get(id);
    return path === undefined ? null : { name: basename(path), stream: createReadStream(path) };
  }

  /** Stores a page's upload, once; false for an unknown address. */
  async receive(id: string, body: Readable): Promise<boolean> {
    const path = this.#uploads.get(id);
    if (path === undefined) return false;
    this.#uploads.delete(id);
    const file = await open(path, 'wx', 0o600);
    await pipeline(body, file.createWriteStream());
    return true;
  }

  /** Creates the folder, and removes the leftovers of earlier runs: unfinished files and statements. */
  async #clean(): Promise<void> {
    const isFirst = !this.#cleaned;
    this.#cleaned = true;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await chmod(this.#folder, 0o700);
    const left = (await readdir(this.#folder)).filter(
      (name) => (isFirst && name.endsWith('.part')) || (name.startsWith('statement-') && !this.#statements.has(name)),
    );
    await Promise.all(left.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}

const guessless = (): string => randomBytes(24).toString('base64url');

const Params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) });

/** GET /files/{id}: a finished file, as a download. PUT /statements/{id}: a file that the person chose. */
export function serveFiles(server: FastifyInstance, files: PageFiles): void {
  const gone = fail('not_found', 'This file is not kept any more.', { reason: 'file_gone' });
  server.get('/files/:id', { config: { secretPath: true } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const file = params.success ? files.open(params.data.id) : null;
    if (!file) return reply.code(404).send(gone);
    return reply
      .headers({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${file.name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
        'cache-control': 'no-store',
      })
      .send(file.stream);
  });
  server.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  server.put('/statements/:id', { bodyLimit: maxStatementBytes }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const { body } = request;
    const taken = params.success && body instanceof Readable && (await files.receive(params.data.id, body));
    return taken ? { ok: true } : reply.code(404).send(gone);
  });
}

/** A slip is fetched moments after the request. */
const keptJobs = 20;

/** Printing in this host: the slip waits under an unguessable address, and the page opens the print dialog. */
export class PrintJobs implements HostPrinter {
  readonly #html = new Map<string, string>();

  // oxlint-disable-next-line typescript/require-await -- the port is asynchronous, this host's part is not
  async print(job: HostPrintJob): Promise<HostPrintOutcome> {
    const id = randomBytes(24).toString('base64url');
    this.#html.set(id, job.html);
    const oldest = this.#html.keys().next();
    if (this.#html.size > keptJobs && !oldest.done) this.#html.delete(oldest.value);
    return { kind: 'page', url: `/print/${id}` };
  }

  /** The slip as a page, once; null for an unknown or used address. */
  take(id: string): string | null {
    const html = this.#html.get(id) ?? null;
    this.#html.delete(id);
    return html;
  }
}

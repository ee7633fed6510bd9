import Database from 'better-sqlite3';
import { z } from 'zod';
import { createFolderFor } from '../../../server/database.ts';
import { type MailboxCredentials, maxVariants, type NewWebhook, type VariantOutcome } from '../../core/store.ts';

/** A webhook that waits for the database. */
export interface SpooledWebhook extends NewWebhook {
  /** ascending in the order of receipt */
  position: number;
  /** of a variant: see signedBodyKey; null: the first one of its body */
  signedBody: string | null;
}

/** What a webhook takes beside its body: its columns, and the pages of two indexes. */
const rowBytes = 700;
const largestWebhook = 64 * 1024 + rowBytes;

/** From this file, which another version of the relay may have written. */
const Credentials = z.object({
  tokenHash: z.string(),
  keyless: z.boolean(),
  secrets: z.array(z.object({ ciphertext: z.string(), retiredAt: z.string().nullable() })),
});

/**
 * The relay's own disk while its database is away: webhooks that were answered 200, and the keys that they are checked with, which are
 * encrypted as in the database. One process has it at a time.
 */
export class SpoolFile {
  readonly #file: Database.Database;
  readonly #maxBytes: number;
  readonly #insert: Database.Statement;
  #count: number;
  #bytes: number;

  /**
   * Opens or creates the file. Throws where it cannot be written durably, or another relay has it.
   * @param maxBytes of webhooks, approximately; more are not taken
   */
  constructor(path: string, maxBytes: number) {
    createFolderFor(path, 'relay');
    const file = new Database(path, { timeout: 0 });
    this.#file = file;
    this.#maxBytes = maxBytes;
    try {
      // Without a WAL no second file has to be written durably; a commit takes a few milliseconds, and gathers what waits.
      file.pragma('auto_vacuum = FULL');
      file.pragma('locking_mode = EXCLUSIVE');
      file.pragma('journal_mode = TRUNCATE');
      file.pragma('synchronous = FULL');
      file.pragma('secure_delete = ON');
      file.exec(`
        create table if not exists webhooks (
          position integer primary key autoincrement, mailbox text not null, ref text, event text, signature text not null,
          body blob not null, fingerprint text not null unique, received_at text not null, signed_body text, refused integer not null default 0
        ) strict;
        create index if not exists webhooks_of_mailbox on webhooks (mailbox);
        create index if not exists variants on webhooks (mailbox, signed_body) where signed_body is not null;
        create table if not exists mailboxes (id text primary key, credentials text not null) strict;
        create table if not exists meta (name text primary key, value text not null) strict`);
      this.#insert = file.prepare(`
        insert into webhooks (mailbox, ref, event, signature, body, fingerprint, received_at, signed_body)
        values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (fingerprint) do nothing`);
      const { count, bytes } = z
        .object({ count: z.number(), bytes: z.number() })
        .parse(
          file
            .prepare(`select count(*) as count, coalesce(sum(length(body) + ${rowBytes}), 0) as bytes from webhooks`)
            .get(),
        );
      this.#count = count;
      this.#bytes = bytes;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** webhooks in it, those that the database refuses among them */
  get count(): number {
    return this.#count;
  }

  /** approximately */
  get bytes(): number {
    return this.#bytes;
  }

  /** whether another webhook is taken */
  hasRoom(): boolean {
    return this.#bytes + largestWebhook <= this.#maxBytes;
  }

  /** Names the database that it is of; null: none yet. Written by `beginFor`. */
  databaseMark(): string | null {
    const row = this.#file.prepare(`select value from meta where name = 'database'`).get();
    return row === undefined ? null : z.object({ value: z.string() }).parse(row).value;
  }

  /** Is of that database from now on: keys of another one are forgotten. */
  beginFor(mark: string): void {
    if (this.databaseMark() === mark) return;
    this.#file.transaction(() => {
      this.#file.exec('delete from mailboxes');
      this.#file
        .prepare(
          `insert into meta (name, value) values ('database', ?) on conflict (name) do update set value = excluded.value`,
        )
        .run(mark);
    })();
  }

  /** Stores all of them durably, or none, and skips those that it has. Answers how many were new. Throws if it is full. */
  append(webhooks: readonly NewWebhook[]): number {
    return this.#store(() => webhooks.filter((webhook) => this.#put(webhook, null)).length);
  }

  /** The same for variants, up to the limit of their bodies. */
  appendVariants(variants: readonly (NewWebhook & { signedBody: string })[]): VariantOutcome[] {
    const ofBody = this.#file
      .prepare<[string, string], number>(`select count(*) from webhooks where mailbox = ? and signed_body = ?`)
      .pluck();
    return this.#store(() =>
      variants.map((variant) => {
        if ((ofBody.get(variant.mailbox, variant.signedBody) ?? 0) >= maxVariants) return 'over_limit';
        return this.#put(variant, variant.signedBody) ? 'stored' : 'duplicate';
      }),
    );
  }

  #put(webhook: NewWebhook, signedBody: string | null): boolean {
    const { mailbox, ref, event, signature, body, fingerprint, receivedAt } = webhook;
    const values = [mailbox, ref, event, signature, body, fingerprint, receivedAt, signedBody];
    const isNew = this.#insert.run(...values).changes === 1;
    if (isNew) {
      this.#count += 1;
      this.#bytes += body.length + rowBytes;
      if (this.#bytes > this.#maxBytes) throw new Error('the spool is full');
    }
    return isNew;
  }

  /** In one commit; what it counted is undone with it. */
  #store<Result>(work: () => Result): Result {
    const before = { count: this.#count, bytes: this.#bytes };
    try {
      return this.#file.transaction(work).immediate();
    } catch (error) {
      this.#count = before.count;
      this.#bytes = before.bytes;
      throw error;
    }
  }

  /** The webhooks that have waited longest, at most `limit`, without those that the database refuses. */
  oldest(limit: number): SpooledWebhook[] {
    return this.#file
      .prepare<[number], SpooledWebhook>(
        `select position, mailbox, ref, event, signature, body, fingerprint, received_at as receivedAt, signed_body as signedBody
         from webhooks where refused = 0 order by position limit ?`,
      )
      .all(limit);
  }

  /** They are in the database. */
  remove(webhooks: readonly SpooledWebhook[]): void {
    const remove = this.#file.prepare('delete from webhooks where position = ?');
    this.#store(() => {
      for (const { position, body } of webhooks) {
        if (remove.run(position).changes === 0) continue;
        this.#count -= 1;
        this.#bytes -= body.length + rowBytes;
      }
    });
  }

  /** The database refuses it, and would refuse it again: it stays, and the others go on. */
  markRefused({ position }: SpooledWebhook): void {
    this.#file.prepare('update webhooks set refused = 1 where position = ?').run(position);
  }

  /** Whether one waits that the database has not refused; of that mailbox, or of any. */
  isWaiting(mailbox?: string): boolean {
    if (this.#count === 0) return false;
    const query = `select 1 from webhooks where refused = 0 ${mailbox === undefined ? '' : 'and mailbox = ?'} limit 1`;
    return this.#file.prepare(query).get(...(mailbox === undefined ? [] : [mailbox])) !== undefined;
  }

  /** What the database said last of a mailbox; null: nothing, which does not mean that there is none. */
  credentialsOf(mailbox: string): MailboxCredentials | null {
    const row = this.#file
      .prepare<[string], string>('select credentials from mailboxes where id = ?')
      .pluck()
      .get(mailbox);
    return row === undefined ? null : Credentials.parse(JSON.parse(row));
  }

  /** @param credentials null: unknown or disabled */
  remember(mailbox: string, credentials: MailboxCredentials | null): void {
    if (credentials === null) {
      this.#file.prepare('delete from mailboxes where id = ?').run(mailbox);
      return;
    }
    this.#file
      .prepare(
        `insert into mailboxes (id, credentials) values (?, ?)
         on conflict (id) do update set credentials = excluded.credentials where credentials <> excluded.credentials`,
      )
      .run(mailbox, JSON.stringify(credentials));
  }

  close(): void {
    this.#file.close();
  }
}

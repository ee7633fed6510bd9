import { hashToken, newToken, randomName, type Vault } from '../../server/credentials.ts';
import type { Random } from '../../server/ports.ts';
import type { Engine } from './order-repository.ts';

/** A counter as its owner lists it, without secrets. */
export interface ListedCounter {
  counter: string;
  name: string;
  mailbox: string | null;
  dayLimit: number;
  disabled: boolean;
}

/** Counters and their tokens, which are stored as hashes; the keys of their results, and the provider's credentials, encrypted. */
export class CounterRepository {
  readonly #db: Engine['db'];
  readonly #vault: Vault;
  readonly #random: Random;

  constructor(db: Engine['db'], vault: Vault, random: Random) {
    this.#db = db;
    this.#vault = vault;
    this.#random = random;
  }

  /** @returns the token and the key, which are not shown again */
  async create({
    name,
    dayLimit,
    mailbox,
    now,
  }: {
    name: string;
    dayLimit: number;
    mailbox: string | null;
    now: number;
  }) {
    const counter = randomName('c', this.#random, 9);
    const [token, key] = [newToken(this.#random), Buffer.from(this.#random.bytes(32)).toString('hex')];
    await this.#db
      .insertInto('counters')
      .values({
        id: counter,
        name,
        token_hash: hashToken(token),
        key_ciphertext: this.#vault.encrypt(key, counter),
        mailbox,
        day_limit: dayLimit,
        created_at: now,
        disabled_at: null,
      })
      .execute();
    return { counter, token, key };
  }

  async list(): Promise<ListedCounter[]> {
    const rows = await this.#db.selectFrom('counters').selectAll().orderBy('created_at').execute();
    return rows.map(({ id, name, mailbox, day_limit: dayLimit, disabled_at }) => ({
      counter: id,
      name,
      mailbox,
      dayLimit,
      disabled: disabled_at !== null,
    }));
  }

  /** The counter of a token; null: unknown, or disabled. */
  async findByToken(token: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('counters')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Replaces the token at once. Null: unknown. */
  async rotate(counter: string): Promise<string | null> {
    const token = newToken(this.#random);
    return (await this.#update(counter, { token_hash: hashToken(token) })) ? token : null;
  }

  /** False: unknown. */
  change(
    counter: string,
    { dayLimit, mailbox }: { dayLimit: number | null; mailbox: string | null },
  ): Promise<boolean> {
    return this.#update(counter, {
      ...(dayLimit === null ? {} : { day_limit: dayLimit }),
      ...(mailbox === null ? {} : { mailbox }),
    });
  }

  /** @param at null: enabled */
  setDisabled(counter: string, at: number | null): Promise<boolean> {
    return this.#update(counter, { disabled_at: at });
  }

  async #update(
    counter: string,
    columns: Partial<{ token_hash: string; day_limit: number; mailbox: string; disabled_at: number | null }>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('counters')
      .set(columns)
      .where('id', '=', counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async saveSecret(name: string, secret: string): Promise<void> {
    const ciphertext = this.#vault.encrypt(secret, name);
    await this.#db
      .insertInto('secrets')
      .values({ name, ciphertext })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ciphertext }))
      .execute();
  }

  async readSecret(name: string): Promise<string | null> {
    const row = await this.#db.selectFrom('secrets').selectAll().where('name', '=', name).executeTakeFirst();
    return row === undefined ? null : this.#vault.decrypt(row.ciphertext, name);
  }
}

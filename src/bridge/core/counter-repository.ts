import { hashToken, newToken, randomName, type Vault } from '../../server/credentials.ts';
import type { Random } from '../../server/ports.ts';
import type { Engine } from './order-repository.ts';
import type { Tables } from './tables.ts';

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
  async create({ name, dayLimit, mailbox, now }: Omit<ListedCounter, 'counter' | 'disabled'> & { now: number }) {
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
    const columns = ['id as counter', 'name', 'mailbox', 'day_limit as dayLimit', 'disabled_at'] as const;
    const rows = await this.#db.selectFrom('counters').select(columns).orderBy('created_at').execute();
    return rows.map(({ counter, name, mailbox, dayLimit, disabled_at: at }) => {
      return { counter, name, mailbox, dayLimit, disabled: at !== null };
    });
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

  /** What is null stays. False: unknown. */
  change(counter: string, { dayLimit, mailbox }: Record<'dayLimit', number | null> & Record<'mailbox', string | null>) {
    const limit = dayLimit === null ? {} : { day_limit: dayLimit };
    return this.#update(counter, { ...limit, ...(mailbox === null ? {} : { mailbox }) });
  }

  /** @param at null: enabled */
  setDisabled = (counter: string, at: number | null): Promise<boolean> => this.#update(counter, { disabled_at: at });

  async #update(counter: string, columns: Partial<Tables['counters']>): Promise<boolean> {
    const change = this.#db.updateTable('counters').set(columns).where('id', '=', counter);
    return (await change.executeTakeFirst()).numUpdatedRows > 0n;
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

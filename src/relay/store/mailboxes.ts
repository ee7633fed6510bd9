import type { Kysely } from 'kysely';
import type { MailboxStore } from '../core/mailbox-store.ts';
import { deleteMailbox, dropWebhooks } from './delete-mailbox.ts';
import { directoryChanged } from './directory.ts';
import type { Engine } from './engine.ts';
import { mailboxStates } from './mailbox-states.ts';
import { replaysOver } from './replays.ts';
import { rotateSecret } from './rotate-secret.ts';
import type { Tables } from './tables.ts';

/** The part of the store that the command line needs. */
export function mailboxStore(engine: Engine): MailboxStore {
  const { db } = engine;
  /** The version of the directory is raised first: two commands on it come one after the other. */
  const change = <T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    engine.write(async (tx) => {
      await directoryChanged(engine, tx);
      return work(tx);
    });
  const set = (mailbox: string, to: { token_hash: string } | { disabled_at: string | null }): Promise<boolean> =>
    change(async (tx) => {
      const { numUpdatedRows } = await tx.updateTable('mailboxes').set(to).where('id', '=', mailbox).executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  return {
    createMailbox: ({ id, name, tokenHash, sealedSecret, createdAt }) =>
      change(async (tx) => {
        const keyless = sealedSecret === null ? 1 : 0;
        await tx
          .insertInto('mailboxes')
          .values({ id, name, token_hash: tokenHash, keyless, created_at: createdAt, disabled_at: null })
          .execute();
        if (sealedSecret === null) return;
        await tx
          .insertInto('mailbox_secrets')
          .values({ mailbox_id: id, sealed: sealedSecret, created_at: createdAt, retired_at: null })
          .execute();
      }),
    mailboxes: (now) => mailboxStates(db, now),
    rotateSecret: (mailbox, ask) => change((tx) => rotateSecret(tx, mailbox, ask)),
    retireSecrets: (mailbox, now) =>
      change(async (tx) => {
        const known = await tx.selectFrom('mailboxes').select('id').where('id', '=', mailbox).executeTakeFirst();
        if (!known) return null;
        // Away, not marked as over: a relay whose clock is behind, or is set back, would take it still.
        const ended = await tx
          .deleteFrom('mailbox_secrets')
          .where('mailbox_id', '=', mailbox)
          .where('retired_at', 'is not', null)
          .returning('retired_at')
          .execute();
        return ended.filter(({ retired_at: until }) => until !== null && until > now).length;
      }),
    rotateToken: (mailbox, tokenHash) => set(mailbox, { token_hash: tokenHash }),
    setDisabled: (mailbox, at) => set(mailbox, { disabled_at: at }),
    deleteMailbox: (mailbox) => change((tx) => deleteMailbox(tx, mailbox)),
    dropWebhooks: (mailbox, limit) => engine.write((tx) => dropWebhooks(tx, mailbox, limit)),
    ...replaysOver(engine),
    beginEpoch: (epoch) =>
      change(async (tx) => {
        await tx.updateTable('facts').set({ value: epoch }).where('name', '=', 'epoch').execute();
      }),
  };
}

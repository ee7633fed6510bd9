import { createInterface } from 'node:readline/promises';
import type { MailboxState, MailboxStore, ShopStore } from '../core/store.ts';
import type { Answer } from './command-line.ts';

interface Deps {
  mailboxes: Pick<MailboxStore, 'beginEpoch' | 'listMailboxes' | 'setDisabled'>;
  shops: Pick<ShopStore, 'listShops'>;
  epoch: string;
  /** milliseconds since 1970 */
  now: number;
  /** whether the operator still trusts that; null: there is no terminal to ask at */
  confirm: ((question: string) => Promise<boolean>) | null;
}

/** Asks on a terminal; null where there is none. */
export function askOnTerminal(): Deps['confirm'] {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    const answer = await lines.question(`${question} [y/N] `);
    lines.close();
    return /^\s*(y|yes)\s*$/i.test(answer);
  };
}

const named = ({ id, name, shop, role, tokenAt }: MailboxState): string =>
  `${id}  ${name} (${[...(role === 'office' ? ['office'] : []), ...(shop === null ? [] : [`of ${shop}`]), `token since ${tokenAt}`].join('; ')})`;

/**
 * After an older copy of the database was put back: cursors of before are invalid, and no new sale of a shop is claimed until its counters have
 * compared. Lists what the copy trusts, and disables each mailbox that the operator does not trust any more: what was disabled, deleted or changed
 * since the copy is as it was before.
 */
export async function runRestored({ mailboxes, shops, epoch, now, confirm }: Deps): Promise<Answer> {
  await mailboxes.beginEpoch(epoch, now);
  const at = new Date(now).toISOString();
  const trusted = (await mailboxes.listMailboxes(at)).filter(({ disabled }) => !disabled);
  const disabled: string[] = [];
  for (const mailbox of confirm ? trusted : []) {
    if (await confirm?.(`${named(mailbox)}: still yours, with this token?`)) continue;
    await mailboxes.setDisabled(mailbox.id, at);
    disabled.push(mailbox.id);
  }
  const keys = (await shops.listShops()).filter(({ keyId }) => keyId !== null);
  const lines = [
    'Every counter now reads its mailbox from the oldest webhook, and lists what is unsettled for a person.',
    'Counters of a shop claim no new sale until each of them has compared with this relay, or a supervisor goes on.',
    'The copy trusts these mailboxes again. One that was disabled, deleted or changed to another token or key since: disable it, or change that again.',
    ...trusted.map((one) => `  ${named(one)}${disabled.includes(one.id) ? ': disabled now' : ''}`),
    'Do again what was changed about counters of shops since. Where they have seen more than the copy knows, a supervisor goes on: look at "shop list".',
    'It trusts these shop keys. Counters report a newer one: look at "shop list" once they are back.',
    ...keys.map(
      ({ id, name, keyId, keyAt }) => `  ${id}  ${name}: key ${keyId}${keyAt === null ? '' : ` since ${keyAt}`}`,
    ),
  ];
  const json = {
    restored: true,
    disabled,
    mailboxes: trusted.map(({ id: mailbox, name, shop, role, tokenAt, secrets }) => ({
      mailbox,
      name,
      shop,
      role,
      tokenAt,
      secrets,
    })),
    shops: keys.map(({ id: shop, name, keyId, keyAt }) => ({ shop, name, keyId, keyAt })),
  };
  return [json, lines.join('\n')];
}

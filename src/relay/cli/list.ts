import type { MailboxState } from '../core/mailbox-store.ts';
import type { Say } from './output.ts';

function line({ id, name, disabled, keyless, secrets, kept, unacked }: MailboxState): string {
  const ending = secrets.find((secret) => secret.retiresAt !== null);
  const marks = [
    disabled ? 'disabled' : null,
    keyless ? 'keyless' : null,
    ending ? `an older secret is valid until ${ending.retiresAt}` : null,
  ].filter((mark) => mark !== null);
  const marked = marks.length > 0 ? ` (${marks.join('; ')})` : '';
  return `${id}  ${name}${marked}  ${kept} kept, ${unacked} of them not yet heard`;
}

/** Every mailbox, the oldest first. As JSON each is `{ mailbox, name, createdAt, disabled, keyless, secrets, kept, unacked }`. */
export function list(mailboxes: readonly MailboxState[], say: Say): void {
  const answer = mailboxes.map(({ id: mailbox, ...rest }) => ({ mailbox, ...rest }));
  say(answer, mailboxes.length === 0 ? 'There is no mailbox yet' : mailboxes.map(line).join('\n'));
}

import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { readConnectionCode, writeConnectionCode } from '../../shared/wire/connection-code.ts';

/**
 * The code of a new counter with the shop key in it.
 * @param shopKey as text
 * @param mailbox of this counter
 */
export function codeWithShopKey(text: string, shopKey: string, mailbox: string | null): Result<string> {
  const fields = ['connectionCode'];
  const read = readConnectionCode(text);
  if (!read.ok) return fail('invalid_input', 'This is no connection code to use.', { reason: read.fault, fields });
  const { code } = read;
  if (code.mailbox === mailbox || code.token === null) {
    return fail('invalid_input', 'The code is of this counter’s own mailbox.', { reason: 'code_own_mailbox', fields });
  }
  const extended = writeConnectionCode({ ...code, shopKey });
  return extended === null
    ? fail('invalid_input', 'This is no connection code to use.', { reason: 'code_foreign', fields })
    : ok(extended);
}

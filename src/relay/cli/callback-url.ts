import type { Config } from '../config.ts';

/** Where webhooks for the mailbox are to be posted, as far as the settings tell. */
export function callbackUrl({ publicUrl, host, port }: Config, mailbox: string): string {
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${publicUrl ?? `http://${local.includes(':') ? `[${local}]` : local}:${port}`}/hooks/${mailbox}`;
}

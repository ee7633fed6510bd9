import { type Trade, tradeToken } from './trade-token.ts';

let opening: Promise<Trade> | undefined;

/** The session of the counter's page. Never rejects. */
export function session(): Promise<Trade> {
  opening ??= tradeToken('/session').then((found) => {
    if (found.kind === 'host_gone') opening = undefined;
    if (found.kind === 'signed_out') leave();
    return found;
  });
  return opening;
}

/** The host no longer knows this page: a plain page says what to do. */
export function leave(): void {
  location.replace('/signed-out');
}

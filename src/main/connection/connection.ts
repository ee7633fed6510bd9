import type { Status } from '../../shared/contract/status.ts';
import type { VerificationKeys } from '../proofs/index.ts';
import type { Provider } from '../provider/index.ts';
import type { RelayMailbox } from '../relay-client/index.ts';

/** The two ends a counter talks to, real or practised. */
export interface Connection {
  provider: Provider | null;
  /** see SalesPorts */
  providerId?: string;
  mailbox: RelayMailbox | null;
  /** under which the place in the mailbox is remembered */
  mailboxKey: string;
  /** keys that a webhook may be signed with now */
  keys(): readonly string[];
  /** those, and the retired ones: for checking again what was signed before */
  verificationKeys(): VerificationKeys;
  missing: Status['missing'];
  providerSeen(): Status['provider'];
  /** how far the relay's clock is ahead of this machine's; null where that is not known */
  clockAheadMs(): number | null;
  /** what a drill makes the practised provider do; left out live */
  practice?: {
    /** its webhook for that sale comes now, a success; false where it has no such order */
    webhook(saleId: string): boolean;
  };
  close(): Promise<void>;
}

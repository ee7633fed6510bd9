import type { Counts, Refusal } from './counts.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Clock, Complaints } from './ports.ts';
import { signedByOneOf } from './signature.ts';
import type { NewWebhook, Store } from './store.ts';
import type { Vault } from './vault.ts';

/** One request to the webhook receiver, unparsed. */
export interface Hook {
  mailbox: string;
  ref: string | null;
  event: string | null;
  signature: string | null;
  body: Uint8Array;
}

/** What the payment service is answered (spec, Errors). */
export interface HookAnswer {
  status: 200 | 400 | 401 | 500;
  message: string;
}

const refusals: Record<Refusal, HookAnswer> = {
  empty: { status: 400, message: 'The body is empty' },
  unsigned: { status: 401, message: 'The signature is not valid' },
  not_json: { status: 400, message: 'The body is not valid JSON' },
};

const longestEventName = 200;

/** Lenient about UTF-8, since what was signed may not be lost over a broken letter in a name. */
function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false;
  }
}

/** The webhook receiver: signature before anything is parsed, durable before 200. */
export function createReceive(parts: {
  store: Store;
  vault: Vault;
  clock: Clock;
  counts: Counts;
  complaints: Complaints;
  keep: (webhook: NewWebhook) => Promise<void>;
}): (hook: Hook) => Promise<HookAnswer> {
  const { store, vault, clock, counts, complaints, keep } = parts;
  // An unknown mailbox costs what a known one does: this stands in for its secret, and fits nothing.
  const nobody = 'nobody';
  const decoy = vault.seal('a secret that signs nothing', nobody);

  const isSigned = async (hook: Hook): Promise<boolean> => {
    const sealed = await store.secretsOf(hook.mailbox);
    const known = sealed.length > 0;
    const secrets = known ? sealed.map((one) => vault.open(one, hook.mailbox)) : [vault.open(decoy, nobody)];
    return signedByOneOf(secrets, hook.body, hook.signature) && known;
  };

  const refuse = (why: Refusal): HookAnswer => {
    counts.refused[why] += 1;
    return refusals[why];
  };

  return async (hook) => {
    if (hook.body.length === 0) return refuse('empty');
    try {
      if (!(await isSigned(hook)) || hook.signature === null) return refuse('unsigned');
      if (!isJson(hook.body)) return refuse('not_json');
      const { mailbox, ref, signature, body } = hook;
      const event = hook.event?.slice(0, longestEventName) ?? null;
      const fingerprint = fingerprintOf({ ref, event, body });
      const receivedAt = new Date(clock.now()).toISOString();
      await keep({ mailbox, ref, event, signature, body, fingerprint, receivedAt });
    } catch (error) {
      counts.notKept += 1;
      complaints.failed('a webhook could not be kept', error);
      return { status: 500, message: 'The webhook could not be kept' };
    }
    counts.taken += 1;
    return { status: 200, message: 'OK' };
  };
}

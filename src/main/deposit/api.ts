import type { DepositEstimate } from '../../shared/contract/deposit.ts';
import { ok } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { DepositRepository } from './deposit-repository.ts';

interface Deps {
  runtime(): { journal: { readonly deposit: DepositRepository }; ports: { clock: Clock } };
  statusChanged(): void;
}

/** What is shown of the deposit beside a sale. */
export function depositStatus({ balance, correctedAt }: DepositEstimate, warnBelow: number): Status['deposit'] {
  return { balance, correctedAt, isLow: balance < warnBelow };
}

/** deposit.* */
export function depositHandlers({ runtime, statusChanged }: Deps): Pick<Handlers, 'deposit.get' | 'deposit.record'> {
  return {
    async 'deposit.get'() {
      const { deposit } = runtime().journal;
      return ok({ estimate: await deposit.estimate(), entries: await deposit.entries(50) });
    },
    async 'deposit.record'({ id = null, kind, amount, note = '' }) {
      const { journal, ports } = runtime();
      const at = isoNow(ports.clock);
      const estimate = await journal.deposit.record({ id, kind, amount, note: note === '' ? null : note, at });
      statusChanged();
      return ok(estimate);
    },
  };
}

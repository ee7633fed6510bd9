import type { DepositEstimate } from '../../shared/contract/deposit.ts';
import { ok } from '../../shared/contract/errors.ts';
import type { Status } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import type { Provider } from '../provider/index.ts';
import { BalanceReader } from './balance-reader.ts';
import { type DepositRepository, depositHook, sqliteDeposit } from './deposit-repository.ts';

interface Deps {
  runtime(): { db: { readonly deposit: DepositRepository }; ports: { clock: Clock }; reportedBalance: BalanceReader };
  statusChanged(): void;
}

/** What is shown of the deposit beside a sale. */
export function depositStatus({ balance, correctedAt }: DepositEstimate, warnBelow: number): Status['deposit'] {
  return { balance, correctedAt, isLow: balance < warnBelow };
}

type DepositProcedure = 'deposit.get' | 'deposit.record' | 'deposit.reported' | 'deposit.readBalance';

/** deposit.* */
export function depositHandlers({ runtime, statusChanged }: Deps): Pick<Handlers, DepositProcedure> {
  return {
    async 'deposit.get'() {
      const { deposit } = runtime().db;
      return ok({ estimate: await deposit.estimate(), entries: await deposit.entries(50) });
    },
    async 'deposit.record'({ id = null, kind, amount, note = '' }) {
      const { db, ports } = runtime();
      const at = isoNow(ports.clock);
      const estimate = await db.deposit.record({ id, kind, amount, note: note === '' ? null : note, at });
      statusChanged();
      return ok(estimate);
    },
    'deposit.reported': async () => ok(await runtime().reportedBalance.last()),
    'deposit.readBalance': () => runtime().reportedBalance.read(),
  };
}

export interface Needed {
  db: { deposit: DepositRepository };
  provider: Provider | null;
}

export const depositFeature = defineFeature({
  tables: (database: Parameters<typeof sqliteDeposit>[0]) => ({ deposit: sqliteDeposit(database) }),
  hooks: ({ db }: Pick<DatabaseParts, 'db'>) => [depositHook(db)],
  open: ({ db, settings, system, provider }: ModeContext & Needed) => ({
    reportedBalance: new BalanceReader({ provider, deposit: db.deposit, clock: system.clock }),
    /** what the shop may still order for; null: it keeps no account of it */
    async depositLeft() {
      const estimate = await db.deposit.estimate();
      return estimate && depositStatus(estimate, settings().depositWarning);
    },
  }),
  handlers: depositHandlers,
});

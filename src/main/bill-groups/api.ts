import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { HandlersOf, Output } from '../../shared/contract/registry.ts';
import { buildGroupSlip } from '../../shared/domain/receipt/group-slip.ts';
import { defineFeature, type ModeContext } from '../base/feature.ts';
import type { Random, System } from '../base/system.ts';
import { customerReader, prepareRecordErasure } from '../customers/index.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { ChosenFiles, type SmallTableDeps } from '../files/index.ts';
import { type PrintService, printUnqueued } from '../printing/index.ts';
import type { SalesPorts, SalesService } from '../sales/index.ts';
import { BillGroupService, type WhileSelling } from './bill-group-service.ts';
import { type BillGroups, sqliteBillGroups } from './bill-groups-repository.ts';
import { exportGroup, readGroupFile } from './group-files.ts';

export interface Context extends ModeContext {
  db: { readonly billGroups: BillGroups };
  ports: Pick<SalesPorts, 'clock' | 'random' | 'rules'>;
  counter: SalesService;
}

export interface Deps extends Omit<SmallTableDeps, 'runtime'> {
  runtime(): {
    mode: 'training' | 'live';
    db: { readonly terminal: string; readonly billGroups: BillGroups };
    billGroups: BillGroupService;
    prints: PrintService;
  };
  random: Random;
  system: Pick<System, 'clock' | 'workers'>;
  /** Refuses while the counter stops; stopping waits for the work. */
  whileOpen<T>(work: () => Promise<Result<T>>): Promise<Result<T>>;
  /** why nothing can be sold live now, or null */
  checkSellable(): Result<never> | null;
}

/** Slow enough to leave the connection and the provider to the cashier, as the nightly look-up of products. */
const pauseMs = 1500;
/** Training asks its own simulator. */
const practicePauseMs = 20;

/** billGroups.* */
export function billGroupHandlers(deps: Deps): HandlersOf<'billGroups'> {
  const { runtime } = deps;
  const files = new ChosenFiles(deps.fileDialogs, deps.random);
  const whileSelling: WhileSelling = (work) =>
    deps.whileOpen(async () => (runtime().mode === 'live' ? deps.checkSellable() : null) ?? (await work()));
  const groupOf = (id: string): Promise<Result<Output<'billGroups.get'>>> =>
    runtime().billGroups.get(id, customerReader());
  return {
    'billGroups.list': async () => ok({ groups: await runtime().db.billGroups.list() }),
    'billGroups.get': ({ id }) => groupOf(id),
    'billGroups.save': (input) => runtime().billGroups.save(input, customerReader()),
    'billGroups.forget': ({ id }) => runtime().billGroups.forget(id),
    async 'billGroups.inquire'(input) {
      if (input.mode !== undefined && input.mode !== runtime().mode) {
        return fail('internal', 'The counter is in the other mode by now.', { reason: 'closing' });
      }
      const begun = await whileSelling(() => runtime().billGroups.inquire(input, whileSelling));
      return begun.ok ? groupOf(input.id) : begun;
    },
    async 'billGroups.stop'() {
      runtime().billGroups.stop();
      return ok({});
    },
    async 'billGroups.print'({ id, paper }) {
      const group = await groupOf(id);
      if (!group.ok) return group;
      const { prints } = runtime();
      const doc = buildGroupSlip({ ...group.value, printedAt: prints.now() }, prints.slipWords());
      return printUnqueued(prints, doc, paper);
    },
    async 'billGroups.export'(input) {
      const group = await groupOf(input.id);
      return group.ok ? exportGroup(group.value, input, deps) : group;
    },
    'billGroups.choose': () => files.choose(),
    'billGroups.readFile': (input) => readGroupFile(input, files, deps.system),
  };
}

export const billGroupsFeature = defineFeature({
  tables: ({ db, append, ...database }: DatabaseParts) => ({
    billGroups: sqliteBillGroups({ ...database, db, append, record: prepareRecordErasure(db, append) }),
  }),
  open({ mode, db, ports, counter, publish, log, onClose }: Context) {
    const billGroups = new BillGroupService({
      groups: db.billGroups,
      sales: counter,
      ports,
      pauseMs: mode === 'live' ? pauseMs : practicePauseMs,
      changed: () => publish({ type: 'billGroups' }),
      log,
    });
    onClose(() => billGroups.close());
    return { billGroups };
  },
  handlers: billGroupHandlers,
});

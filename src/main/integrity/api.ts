import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Flaw, JournalHead, VerifyReport } from '../../shared/contract/journal.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { buildHeadSlip } from '../../shared/domain/receipt/seal-slip.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { singleFlight } from '../base/async.ts';
import { defineFeature } from '../base/feature.ts';
import type { Clock, Log } from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type PrintService, printPage, printSlip } from '../printing/index.ts';
import type { ShopSettings } from '../settings/index.ts';

interface Deps {
  runtime(): {
    db: Pick<SalesStore, 'terminal' | 'head'>;
    journalPath: string;
    connection: Pick<Connection, 'verificationKeys'>;
    prints: PrintService;
    /** compares with what was shipped to the relay; null where nothing is */
    shipping: { check(): Promise<{ kind: string; shipped?: { through: number } }> } | null;
  };
  shop: ShopSettings;
  clock: Clock;
  runTask: RunTask;
  log: Log;
}

/** Some millions of events on a slow disk. */
const verifyWithinMs = 30 * 60_000;

/** journal.chainHead, journal.verify and journal.printHead. */
export function journalHandlers({
  runtime,
  shop,
  clock,
  runTask,
  log,
}: Deps): Pick<Handlers, 'journal.chainHead' | 'journal.verify' | 'journal.printHead'> {
  const headNow = async (): Promise<JournalHead> => {
    const { db } = runtime();
    const now = clock.now();
    const { day } = wallClock(now, shop.config().settings.timeZone);
    return { terminal: db.terminal, ...(await db.head()), day, at: new Date(now).toISOString() };
  };
  /** The relay may be silent: then the journal is as whole as it can be known here. */
  const shippedFlaw = async (): Promise<Flaw | null> => {
    const comparison = await runtime().shipping?.check();
    return comparison?.kind === 'differs'
      ? { row: `event ${comparison.shipped?.through ?? 0}`, why: 'shipped_differs' }
      : null;
  };
  const verify = async (): Promise<Result<VerifyReport>> => {
    const { journalPath, connection } = runtime();
    const { present, retired } = connection.verificationKeys();
    const task = { task: 'verify' as const, database: journalPath, keys: [...present, ...retired] };
    const answer = await runTask(task, { withinMs: verifyWithinMs });
    if (answer.kind === 'verified') {
      const report = { ...answer.report, flaw: answer.report.flaw ?? (await shippedFlaw()) };
      if (report.flaw) log.error('the journal is not whole', { why: report.flaw.why });
      return ok(report);
    }
    log.error('the journal could not be verified');
    return fail('internal', 'The journal could not be read.', { reason: 'database_unreadable' });
  };
  return {
    'journal.chainHead': async () => ok(await headNow()),
    'journal.verify': singleFlight(verify),
    async 'journal.printHead'(input) {
      const head = await headNow();
      const { prints } = runtime();
      const doc = buildHeadSlip(head, prints.slipWords());
      const printed = await printSlip(prints, doc, input?.paper, (usual) => printPage(prints, usual, 'head', { head }));
      return printed.ok ? ok({ head, ...printed.value }) : printed;
    },
  };
}

export const integrityFeature = defineFeature({ handlers: journalHandlers });

import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { JournalHead, VerifyReport } from '../../shared/contract/journal.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { buildHeadSlip } from '../../shared/domain/receipt/head-slip.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { singleFlight } from '../base/async.ts';
import type { Clock, Log } from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { type HostPrinter, type PrintService, printPage, slipHtml } from '../printing/index.ts';
import type { ShopSettings } from '../settings/index.ts';

interface Deps {
  runtime(): {
    mode: 'training' | 'live';
    journal: Pick<SalesStore, 'terminal' | 'head'>;
    journalPath: string;
    connection: Pick<Connection, 'verificationKeys'>;
    prints: PrintService;
  };
  shop: ShopSettings;
  printer: HostPrinter;
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
  printer,
  clock,
  runTask,
  log,
}: Deps): Pick<Handlers, 'journal.chainHead' | 'journal.verify' | 'journal.printHead'> {
  const headNow = async (): Promise<JournalHead> => {
    const { journal } = runtime();
    const now = clock.now();
    const { day } = wallClock(now, shop.config().settings.timeZone);
    return { terminal: journal.terminal, ...(await journal.head()), day, at: new Date(now).toISOString() };
  };
  const verify = async (): Promise<Result<VerifyReport>> => {
    const { journalPath, connection } = runtime();
    const { present, retired } = connection.verificationKeys();
    const task = { task: 'verify' as const, journal: journalPath, keys: [...present, ...retired] };
    const answer = await runTask(task, { withinMs: verifyWithinMs });
    if (answer.kind === 'verified') {
      const { report } = answer;
      if (report.flaw) log.error('the journal is not whole', { why: report.flaw.why });
      return ok(report);
    }
    log.error('the journal could not be verified');
    return fail('internal', 'The journal could not be read.', { reason: 'database_unreadable' });
  };
  return {
    'journal.chainHead': async () => ok(await headNow()),
    'journal.verify': singleFlight(verify),
    async 'journal.printHead'(ask) {
      const { settings } = shop.config();
      const head = await headNow();
      const { prints } = runtime();
      const usual = ask?.paper === undefined ? prints.printers.defaultPrinter() : null;
      const doc = buildHeadSlip(head, { ...settings, training: runtime().mode === 'training' });
      const paper = ask?.paper ?? settings.paper;
      if (usual !== null) {
        await printPage(prints, usual, 'head', { head });
        return ok({ head, via: 'system', url: null, text: slipText(doc) });
      }
      const job = { saleId: null, copy: 1, html: slipHtml(doc, paper), paper };
      const outcome = await printer.print(job, settings.printer);
      const text = slipText(doc);
      if (outcome.kind === 'page') return ok({ head, via: 'page', url: outcome.url, text });
      if (outcome.kind === 'handed_over') return ok({ head, via: 'system', url: null, text });
      return fail('internal', 'The printer did not take the slip.', { reason: 'not_printed' });
    },
  };
}

import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import type { KeyRing } from '../proofs/index.ts';
import { printerHandlers, printHandlers, shareHandlers, slipHandlers } from './api.ts';
import { openDrawerForCash } from './cash-drawer.ts';
import { autoPrintListener, preparePrintTables, printHook, sqlitePrintJobs } from './print-repository.ts';
import { openPrintService, type PrintPorts, type PrintService } from './print-service.ts';
import { createPrinters, type Printers } from './printers.ts';
import { type SlipSources, slipOf } from './slip.ts';
import type { HostPrinter } from './transports/transport.ts';

export interface Context extends ModeContext {
  db: PrintPorts['db'] & ReturnType<SlipSources['runtime']>['db'];
  ports: Omit<PrintPorts, 'db'>;
  printers: Printers;
  printer: HostPrinter;
  proofKeys: KeyRing;
}

type Deps = Parameters<typeof slipHandlers>[0] &
  Parameters<typeof shareHandlers>[0] & {
    runtime(): { prints: PrintService };
    clock: Parameters<typeof printerHandlers>[0];
  };

export interface Program extends ProgramContext {
  printer: HostPrinter;
  runtime(): { prints: PrintService };
}

export const printingFeature = defineFeature({
  start: ({ system, settings, printer, runtime }: Program) => ({
    shopPrinters: createPrinters(system.clock, settings, printer),
    /** cash is put into the drawer for what was sold */
    onSold: (result: Parameters<typeof openDrawerForCash>[1]) => openDrawerForCash(runtime().prints, result),
  }),
  tables: (database: DatabaseParts) => ({
    prints: sqlitePrintJobs({ ...database, tables: preparePrintTables(database.db) }),
  }),
  hooks: ({ db }: Pick<DatabaseParts, 'db'>) => [printHook(preparePrintTables(db))],
  listener: ({ settings, printers }: ModeContext & { printers: Printers }) =>
    autoPrintListener(() => settings().autoPrint && printers.defaultPrinter() !== null),
  async open({ mode, db, ports, printers, printer, proofKeys, settings, events, ...context }: Context) {
    const prints = await openPrintService({
      ports: { ...ports, db },
      printers,
      host: printer,
      settings,
      slipOf: (sale, copy) => slipOf(sale, copy, { runtime: () => ({ mode, db }), settings, proofKeys }),
      slipWords: () => ({ ...settings(), training: mode === 'training' }),
      publish: context.publish,
      statusChanged: context.statusChanged,
    });
    context.onClose(prints.stop);
    events.on('sale', ({ state }) => {
      if (state === 'success') prints.drainAutoPrints();
    });
    prints.drainAutoPrints();
    return { prints };
  },
  handlers: (deps: Deps) => ({
    ...slipHandlers(deps),
    ...printHandlers(() => deps.runtime().prints),
    ...printerHandlers(deps.clock, () => deps.runtime().prints),
    ...shareHandlers(deps),
  }),
});

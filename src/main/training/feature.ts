import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Connection } from '../connection/index.ts';
import type { Printers } from '../printing/index.ts';
import { logOutcomes } from '../provider/index.ts';
import { drillHandlers, openDrillsFile } from './drills.ts';
import type { stockPractice } from './open-training.ts';
import { createPracticePrinter, type PracticePrinter } from './practice-printer.ts';

/** The relay and the simulator are no small part of the program: a counter that sells for real never loads them. */
const loadTraining = () => import('./open-training.ts');

export interface Context extends ModeContext {
  liveConnection: Connection | null;
  /** the shop's own */
  shopPrinters: Printers;
  practicePrinter: PracticePrinter;
  practicePace: number;
}

/** The practice provider and relay stand in for the live ones. */
export const trainingFeature = defineFeature({
  start: ({ system, folders }: ProgramContext & { folders: { drills: string } }) => ({
    practicePrinter: createPracticePrinter(system.clock),
    drillsFile: openDrillsFile(folders.drills),
  }),
  async open(context: Context) {
    const { system, folder, practicePace: pace, log, statusChanged: changed } = context;
    const { practicePrinter, shopPrinters } = context;
    // No drill of the empty roll is under way in a mode that has just been opened.
    practicePrinter.setPaper('away');
    const connection =
      context.liveConnection ?? (await (await loadTraining()).openTraining({ system, folder, pace, log, changed }));
    context.onClose(connection.close);
    return {
      connection,
      provider: connection.provider && logOutcomes(connection.provider, log),
      printers: context.mode === 'live' ? shopPrinters : practicePrinter.among(shopPrinters),
    };
  },
  handlers: drillHandlers,
});

type StockArguments = Parameters<typeof stockPractice>;

/** A fresh folder for training gets goods to sell. */
export const practiceStockFeature = defineFeature({
  async open({ mode, counter, db, system }: ModeContext & { counter: StockArguments[0]; db: StockArguments[1] }) {
    if (mode === 'training') await (await loadTraining()).stockPractice(counter, db, system.clock.now());
    return {};
  },
});

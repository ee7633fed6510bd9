import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { DrillDone, practicePrinterId } from '../../shared/contract/drills.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { currentActor } from '../api/index.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Clock, isoNow } from '../base/system.ts';
import type { Connection } from '../connection/index.ts';
import type { PrintService } from '../printing/index.ts';
import type { PracticePrinter } from './practice-printer.ts';

interface DrillStage {
  mode: 'training' | 'live';
  ports: { clock: Clock };
  connection: Pick<Connection, 'practice'>;
  prints: Pick<PrintService, 'queue'>;
}

interface DrillDeps {
  runtime(): DrillStage;
  drillsFile: DrillsFile;
  practicePrinter: PracticePrinter;
}

type DrillProcedure = 'drills.list' | 'drills.done' | 'drills.webhook' | 'drills.paper';

/** drills.*: the stage of the guided exercises. Nothing here reaches a live counter. */
export function drillHandlers({ runtime, drillsFile, practicePrinter }: DrillDeps): Pick<Handlers, DrillProcedure> {
  const inTraining = async <T>(work: (training: DrillStage) => Promise<Result<T>>): Promise<Result<T>> => {
    const now = runtime();
    return now.mode === 'training'
      ? work(now)
      : fail('not_allowed', 'Drills are of training mode.', { reason: 'only_in_training' });
  };
  return {
    'drills.list': () => inTraining(async () => ok({ done: await drillsFile.read() })),
    'drills.done': (input) =>
      inTraining(async ({ ports }) => {
        const by = currentActor()?.person?.name ?? null;
        return ok({ done: await drillsFile.add({ ...input, at: isoNow(ports.clock), by }) });
      }),
    'drills.webhook': ({ id }) =>
      inTraining(async ({ connection }) =>
        connection.practice?.webhook(id) === true
          ? ok({})
          : fail('not_found', 'The practice provider has no such order.'),
      ),
    'drills.paper': ({ paper }) =>
      inTraining(async ({ prints }) => {
        practicePrinter.setPaper(paper);
        // Jobs that waited for paper go on at once.
        if (paper !== 'runs_out') await prints.queue.wake(practicePrinterId);
        return ok({});
      }),
  };
}

/** The drills completed on this machine. They belong to training and affect no money. */
export interface DrillsFile {
  /** newest first; empty where there is no readable file */
  read(): Promise<DrillDone[]>;
  add(done: DrillDone): Promise<DrillDone[]>;
}

/** More people than work at any counter, times the drills. */
const maxDrillsKept = 500;

export function openDrillsFile(path: string): DrillsFile {
  const file = jsonFile(path, z.array(DrillDone));
  const read = async (): Promise<DrillDone[]> => (await file.read()) ?? [];
  return {
    read,
    async add(done) {
      const others = (await read()).filter(({ drill, by }) => drill !== done.drill || by !== done.by);
      const all = [done, ...others].slice(0, maxDrillsKept);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await file.write(all);
      return all;
    },
  };
}

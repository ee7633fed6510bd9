import type { UpdateHindrance } from '../../shared/contract/updates.ts';
import { defineFeature, type ProgramContext } from '../base/feature.ts';
import { randomHex } from '../base/system.ts';
import { type Installer, updateKeys } from './feed.ts';
import { type Activity, UpdateService, updateHandlers, updatesFile } from './update-service.ts';

interface Counter {
  db: {
    shifts: { list(query: { limit: number }): Promise<readonly { number: number; closed: { at: string } | null }[]> };
    search(query: { limit: number }): Promise<{ items: readonly { createdAt: string }[] }>;
  };
  counter: { notWritten(): { count: number } };
  /** null in training */
  backup: { make(): Promise<{ kind: string }> } | null;
}

export interface Program extends ProgramContext {
  version: string;
  installer: Installer | UpdateHindrance;
  folders: { updates: string };
  runtime(): Counter;
  inFlight: { count(): number };
  tasks: { isBusy(): boolean };
  /** the counter stops, or changes its mode */
  isClosing(): boolean;
  restore: { underWay(): boolean };
}

export const updatesFeature = defineFeature({
  start(context: Program) {
    const { version, installer, folders, system, settings, runtime, publish, log } = context;
    const updates = new UpdateService({
      version,
      installer,
      keys: updateKeys,
      url: () => settings().updates.url,
      automatic: () => settings().updates.automatic,
      file: updatesFile(folders.updates, () => randomHex(system.random, 16)),
      clock: system.clock,
      log,
      activity: () => readActivity(context),
      async backUp() {
        const { backup } = runtime();
        return backup === null || (await backup.make()).kind === 'copied';
      },
      changed: (state) => publish({ type: 'updates', updates: state }),
    });
    context.onClose(() => updates.stop());
    return { updates };
  },
  handlers: updateHandlers,
});

/** What the counter does now, by which it is decided whether an update may be installed. */
async function readActivity({ runtime, inFlight, tasks, isClosing, restore, system }: Program): Promise<Activity> {
  const { counter, db } = runtime();
  const [[shift], { items }] = await Promise.all([db.shifts.list({ limit: 1 }), db.search({ limit: 1 })]);
  const at = (time: string | null | undefined): number | null => (time ? Date.parse(time) : null);
  return {
    openShift: shift && shift.closed === null ? shift.number : null,
    lastClosedAt: at(shift?.closed?.at),
    lastSaleAt: at(items[0]?.createdAt),
    // Read last: a sale may have begun during the queries.
    sending: inFlight.count(),
    pendingWrites: counter.notWritten().count,
    reopening: isClosing() || restore.underWay(),
    tasks: tasks.isBusy() ? 1 : 0,
    now: system.clock.now(),
  };
}

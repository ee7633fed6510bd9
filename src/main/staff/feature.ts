import { defineFeature, type ModeContext, type ProgramContext } from '../base/feature.ts';
import type { Secrets } from '../base/secrets.ts';
import { isoNow } from '../base/system.ts';
import type { DatabaseParts } from '../db/sqlite-sales-store.ts';
import { peopleHandlers } from './api.ts';
import type { derivePin } from './pins.ts';
import { type StaffRepository, sqliteStaff } from './staff-repository.ts';
import { createStaffService, resetForgottenPin, type StaffService } from './staff-service.ts';

export interface Context extends ModeContext {
  people: StaffService;
  db: { people: StaffRepository };
  /** its paths outside the mode's folder */
  folders: { forgottenPin: string };
}

export interface Program extends ProgramContext {
  parts: { derivePin: typeof derivePin };
  secrets: Secrets;
}

export const staffFeature = defineFeature({
  start({ parts, secrets, system, mode, settings, publish, log, onClose }: Program) {
    const people = createStaffService({
      secrets,
      ...system,
      derivePin: parts.derivePin,
      inTraining: () => mode() === 'training',
      idleMinutes: () => settings().autoLockMinutes,
      publish,
      log,
    });
    onClose(people.stop);
    return { people };
  },
  tables: (database: DatabaseParts) => ({ people: sqliteStaff(database) }),
  async open({ people, db, folders, mode, system, log }: Context) {
    await people.openDirectory(db.people, mode);
    const at = isoNow(system.clock);
    await resetForgottenPin(folders.forgottenPin, people, db.people, { at, log }).catch(() =>
      // Money that is not settled must be reachable, whether or not this can be done.
      log.error('the file for a forgotten PIN could not be answered'),
    );
    return {};
  },
  handlers: peopleHandlers,
});

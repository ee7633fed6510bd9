import 'i18next';
import type drills from './id/drills.json';
import type { Messages } from './id/messages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** the drills' are loaded on demand (features/drills) */
    resources: { translation: Messages & typeof drills };
    returnNull: false;
    nsSeparator: false;
  }
}

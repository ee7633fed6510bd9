import 'i18next';
import type { words } from './id/all.ts';
import type { drills } from './id/drills.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    /** the drills' come when they are asked for (drills/drill-words.ts) */
    resources: { translation: typeof words & { drills: typeof drills } };
    returnNull: false;
    nsSeparator: false;
  }
}

import 'i18next';
import type { words } from './id/all.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof words };
    returnNull: false;
    nsSeparator: false;
  }
}

import type { common as id } from '../id/common.ts';

export const common: typeof id = {
  loading: 'Loading…',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  retry: 'Try again',
  save: 'Save',
  told: 'Notice',
  none: '—',
  optional: 'may be empty',
  noName: 'No name',
};

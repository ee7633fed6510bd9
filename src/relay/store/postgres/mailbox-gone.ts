const foreignKey = '23503';

/** What is answered when a mailbox was deleted between the look at it and the row's coming: the next look does not find it. */
export const isMailboxGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === foreignKey;

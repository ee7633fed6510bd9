/** The columns of a person's own words, between which Enter and the arrows move. */
export type Column = 'cost' | 'price' | 'group';

/** One grid for the heads and for every row. */
export const columnsLook =
  'grid grid-cols-[minmax(13rem,1fr)_8.5rem_7.5rem_8.5rem_6rem_9rem_3.25rem] items-center gap-2 px-4';

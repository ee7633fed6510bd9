/** The columns of a person's own words, between which Enter and the arrows move. */
export type Column = 'cost' | 'price' | 'group';

/** One grid for the heads and for every row. */
export const columnsLook =
  'grid grid-cols-[minmax(11rem,1fr)_6.5rem_6.5rem_7.5rem_5rem_6.5rem_2.75rem] items-center gap-2 px-4 ' +
  'xl:grid-cols-[minmax(16rem,1fr)_10rem_8rem_9rem_7rem_10rem_3.25rem]';

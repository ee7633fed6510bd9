/** Why the one field did not take what stands in it. Each has words under "entry.fault". */
export type EntryFault = 'number' | 'product' | 'several' | 'price' | 'short';

import { classes } from './classes.ts';

/** The place of something that is still being read, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('block animate-pulse rounded-box bg-sunken', className)} />;
}

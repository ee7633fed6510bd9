/** Whether a party that names a product names another one than ours; saying nothing is no contradiction. */
export function saysSomethingElse(theirs: string | null | undefined, ours: string | null): boolean {
  if (theirs === null || theirs === undefined || ours === null) return false;
  return theirs.trim().toUpperCase() !== ours.trim().toUpperCase();
}

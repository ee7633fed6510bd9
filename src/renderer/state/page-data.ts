/*
 * What the page has read for one person leaves its memory when another one comes or the counter is locked: main decides again what it
 * answers. A store that holds such data registers here; a screen's own state goes with the screen, which is rebuilt.
 */

const drops = new Set<() => void>();

/** @param drop puts the store back to what it was before anything was read */
export const dropOnPersonChange = (drop: () => void): void => void drops.add(drop);

export function dropPageData(): void {
  for (const drop of drops) drop();
}

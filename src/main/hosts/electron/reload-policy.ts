/** What to do with a page that died. */
export type AfterCrash = 'reload' | 'stop';

const reloads = 3;
const withinMs = 5 * 60_000;

/** A page that dies is loaded again, but not for ever: the fourth time within five minutes a person must decide. */
export class ReloadPolicy {
  #reloadedAt: number[] = [];

  /** @param now milliseconds that never jump */
  afterCrash(now: number): AfterCrash {
    this.#reloadedAt = this.#reloadedAt.filter((at) => now - at < withinMs);
    if (this.#reloadedAt.length >= reloads) return 'stop';
    this.#reloadedAt.push(now);
    return 'reload';
  }
}

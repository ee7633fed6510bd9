/**
 * What this run of the counter knows of its claims at the relay: which stand there, under which version, and which are to be posted. It
 * sends no request and waits for nothing: what is read of it holds until the next wait.
 */
export class ClaimLedger {
  /** presses between their claim and what comes of it, by the sale: until then nothing else is posted of it */
  readonly #presses = new Map<string, number>();
  /** the newest version of each claim that may not be over */
  readonly #versions = new Map<string, number>();
  /** claims that the relay has recorded, or may have: made by this run, or of sales that its journal had as unresolved */
  readonly #open = new Map<string, 'recorded' | 'unsure'>();
  /** versions that this run has closed while the relay is asked for its list, which may be older than that */
  readonly #closed = new Map<string, number>();
  /** sales whose state is to be posted */
  readonly #pending = new Set<string>();

  /** A press begins; the same sale may be pressed at two windows. */
  press(id: string): void {
    this.#presses.set(id, (this.#presses.get(id) ?? 0) + 1);
  }

  /** A press is over. Its sale is posted as the journal has it, once no other press of it is left. */
  release(id: string): void {
    const left = (this.#presses.get(id) ?? 0) - 1;
    if (left > 0) this.#presses.set(id, left);
    else this.#presses.delete(id);
    this.#pending.add(id);
  }

  isPressed(id: string): boolean {
    return this.#presses.has(id);
  }

  get pressed(): Iterable<string> {
    return this.#presses.keys();
  }

  /** Above every version that was seen of this claim, at the relay or here. @param now milliseconds since 1970 */
  nextVersion(id: string, now: number): number {
    const version = Math.max((this.#versions.get(id) ?? 0) + 1, now);
    this.#versions.set(id, version);
    return version;
  }

  version(id: string): number | undefined {
    return this.#versions.get(id);
  }

  /** The relay has that version of it. */
  learnVersion(id: string, version: number): void {
    this.#versions.set(id, Math.max(version, this.#versions.get(id) ?? 0));
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  isRecorded(id: string): boolean {
    return this.#open.get(id) === 'recorded';
  }

  /** The open claims that the relay has recorded, as of now. */
  recorded(): string[] {
    return [...this.#open].flatMap(([id, state]) => (state === 'recorded' ? [id] : []));
  }

  /** The relay has it. */
  record(id: string): void {
    this.#open.set(id, 'recorded');
  }

  /** The relay may have it, or not yet as it is now. */
  doubt(id: string): void {
    this.#open.set(id, 'unsure');
  }

  /** The relay does not list it. */
  drop(id: string): void {
    this.#open.delete(id);
  }

  /** The relay has recorded that it is over. */
  close(id: string, version: number): void {
    this.#open.delete(id);
    this.#versions.delete(id);
    this.#closed.set(id, version);
  }

  /** Whether a version that the relay lists was closed since it was asked for the list. */
  isClosed(id: string, version: number): boolean {
    return (this.#closed.get(id) ?? 0) >= version;
  }

  /** The relay is asked for its list again. */
  forgetClosed(): void {
    this.#closed.clear();
  }

  /** Sales whose state is to be posted. Those that are added while they are gone through come too. */
  get pending(): ReadonlySet<string> {
    return this.#pending;
  }

  post(id: string): void {
    this.#pending.add(id);
  }

  /** After the others, which a hundred of them would hold back. */
  postLast(id: string): void {
    if (this.#pending.delete(id)) this.#pending.add(id);
  }

  /** Nothing of it is to be posted any more. */
  settle(id: string): void {
    this.#pending.delete(id);
  }
}

/** A file of a release, as its signed list names it. */
export interface ReleaseFile {
  /** a plain name, beside the list */
  name: string;
  /** base 64 */
  sha512: string;
  bytes: number;
}

/** What the owner's address offers, signed and understood. */
export interface Release {
  version: string;
  files: readonly ReleaseFile[];
  releasedAt: string | null;
  notes: string | null;
  /** how many of a hundred counters take it yet */
  stagedPercent: number;
}

/** A host's way of replacing the program by another one. */
export interface Installer {
  /** the list's name for this system: "latest.yml", "latest-linux.yml", "latest-mac.yml" */
  feedName: string;
  /** as the global one; goes through the system's proxy */
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  /**
   * Brings the file of this system into a folder of its own, in the background. Rejects unless it is whole and has the very
   * digest that the release names.
   * @param base where the release's files lie, with a slash at the end
   * @param progress is told the share, 0 to 1
   */
  download(release: Release, base: string, progress: (share: number) => void): Promise<void>;
  /** Ends the program as quitting does, saves everything, and starts the other one. Rejects when that cannot even begin. */
  install(): Promise<void>;
}

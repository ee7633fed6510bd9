/** A host's way to files that a person takes away or brings. */
export interface FilePlaces {
  /** where a file is to be; null: the person gave it no place. @param name ends in its format, names no customer */
  place(name: string): Promise<string | null>;
  /** Brings a page onto paper that is a file; "page": the page that asks prints it itself, from this address on its own origin. */
  paper(html: string, path: string): Promise<{ kind: 'saved' } | { kind: 'page'; url: string } | { kind: 'failed' }>;
  /** an address on the page's own origin from where the page saves the file; null: it lies where the person wanted it */
  download(path: string): string | null;
  /** A file that the person chooses; "page": the page brings it to `url`, and it then lies under `path`. */
  statement(): Promise<
    { kind: 'file'; path: string; name: string } | { kind: 'page'; url: string; path: string } | { kind: 'cancelled' }
  >;
  /**
   * Takes away what the page brought here: it holds customers' numbers, and whoever chose it has it still. Left out by a host
   * that reads statements where they lie.
   */
  forgetStatements?(): Promise<void>;
}

import { useState } from 'react';
import type { KonterError } from '../../shared/contract/errors.ts';

/** How a file is read: proposed, or as a person has corrected it; null: it is no table. */
interface Proposal {
  mapping: object | null;
}

type Answer<Read> = { ok: true; value: Read } | { ok: false; error: KonterError };
type Mapping<Read extends Proposal> = NonNullable<Read['mapping']>;

export interface FileReading<Read extends Proposal> {
  /** its mapping is the newest correction at once, its lines as soon as they are read so; null: no file is read */
  proposal: Read | null;
  /** the lines are older than the mapping */
  isReading: boolean;
}

/**
 * Reads a file again for each correction. A person is faster than that: each correction builds on the one before, one request is under
 * way at a time, and only the answer to the newest one counts. What is refused leaves the last that was read.
 */
export class FileReader<Read extends Proposal> {
  readonly #readFile: (file: string, mapping?: Mapping<Read>) => Promise<Answer<Read>>;
  readonly #show: (reading: FileReading<Read>) => void;
  #wanted: { file: string; mapping: Mapping<Read> | undefined } | null = null;
  #current: Read | null = null;
  #read: Read | null = null;

  constructor(
    read: (file: string, mapping?: Mapping<Read>) => Promise<Answer<Read>>,
    show: (reading: FileReading<Read>) => void,
  ) {
    this.#readFile = read;
    this.#show = show;
  }

  /** @param mapping absent: it is proposed. Answers the error to the newest request; null where another one is under way. */
  async look(file: string, mapping?: Mapping<Read>): Promise<KonterError | null> {
    const isUnderWay = this.#wanted !== null;
    this.#wanted = { file, mapping };
    if (mapping === undefined) this.#read = null;
    this.#present(mapping === undefined ? null : this.#current && { ...this.#current, mapping }, true);
    return isUnderWay ? null : this.#readNewest();
  }

  async #readNewest(): Promise<KonterError | null> {
    for (;;) {
      const wanted = this.#wanted;
      if (wanted === null) return null;
      const answer = await this.#readFile(wanted.file, wanted.mapping);
      if (this.#wanted !== wanted) continue;
      this.#wanted = null;
      if (answer.ok) this.#read = answer.value;
      this.#present(this.#read, false);
      return answer.ok ? null : answer.error;
    }
  }

  #present(proposal: Read | null, isReading: boolean): void {
    this.#current = proposal;
    this.#show({ proposal, isReading });
  }
}

export function useFileReading<Read extends Proposal>(
  read: (file: string, mapping?: Mapping<Read>) => Promise<Answer<Read>>,
): FileReading<Read> & Pick<FileReader<Read>, 'look'> {
  const [reading, setReading] = useState<FileReading<Read>>({ proposal: null, isReading: false });
  const [reader] = useState(() => new FileReader(read, setReading));
  return { ...reading, look: (...request) => reader.look(...request) };
}

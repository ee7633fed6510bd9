const checkedParts = ['settings', 'database', 'provider', 'relay', 'printer'] as const;
export type CheckedPart = (typeof checkedParts)[number];

/** What was found of one part. "skipped": it could not be tried now, and nothing is wrong with that. */
export interface Finding {
  part: CheckedPart;
  verdict: 'ok' | 'fault' | 'skipped';
  /** in English, for whoever installs */
  what: string;
}

export interface Verdict {
  /** what the program ends with: 0 when all is well, else the sum of `codeOf` for all that is not */
  code: number;
  findings: Finding[];
}

/** Exit codes, one bit for each part, so that a sum says which. 1 is for a check that failed itself. docs/owner.md has them. */
export const codeOf: Readonly<Record<CheckedPart, number>> = {
  settings: 2,
  database: 8,
  provider: 16,
  relay: 32,
  printer: 64,
};

/** More than one printer at fault counts once. */
export function verdictOf(findings: Finding[]): Verdict {
  const faulty = new Set(findings.filter(({ verdict }) => verdict === 'fault').map(({ part }) => part));
  return { code: [...faulty].reduce((sum, part) => sum + codeOf[part], 0), findings };
}

const signs = { ok: 'ok     ', fault: 'FAULT  ', skipped: 'skipped' } as const;

/** For a person, a line for each part and one that sums up. */
export function verdictLines({ code, findings }: Verdict): string {
  const lines = findings.map(({ part, verdict, what }) => `${signs[verdict]} ${part.padEnd(8)} ${what}`);
  return [...lines, code === 0 ? 'All is well (0).' : `Not all is well (${code}).`].join('\n');
}

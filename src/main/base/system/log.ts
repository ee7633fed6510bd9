/** Where the counter says what it does, for whoever looks after it. Callers never pass secrets, bodies, numbers or names. */
export interface Log {
  info(what: string, facts?: Readonly<Record<string, LogFact>>): void;
  warn(what: string, facts?: Readonly<Record<string, LogFact>>): void;
  error(what: string, facts?: Readonly<Record<string, LogFact>>): void;
}

export type LogFact = string | number | boolean | null;

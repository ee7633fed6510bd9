import { Socket } from 'node:net';

/** The lines to one database that stand or are being made. */
export interface Lines {
  begin(): Socket;
  /** Cuts all of them off where they stand: a database that hangs answers no goodbye. */
  cut(): void;
}

export function openLines(): Lines {
  const open = new Set<Socket>();
  return {
    begin: () => {
      const line = new Socket();
      open.add(line);
      line.once('close', () => open.delete(line));
      return line;
    },
    cut: () => {
      for (const line of open) line.destroy();
    },
  };
}

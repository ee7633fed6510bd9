import { Socket } from 'node:net';

/** The lines to one database that stand or are being made. */
export interface Lines {
  begin(): Socket;
  /** Cuts all of them off where they stand, and each that is begun from now on: a database that hangs answers no goodbye. */
  cut(): void;
}

export function openLines(): Lines {
  const open = new Set<Socket>();
  let isOver = false;
  return {
    begin: () => {
      const line = new Socket();
      open.add(line);
      line.once('close', () => open.delete(line));
      // Once it is listened to.
      if (isOver) setImmediate(() => line.destroy(new Error('the relay has let go of the database')));
      return line;
    },
    cut: () => {
      isOver = true;
      for (const line of open) line.destroy();
    },
  };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What came over a line before the requests in front of it were answered; until its client has the answer, it is held. */
export interface Pipelines {
  came(response: ServerResponse): void;
  closed(line: Socket): void;
}

/**
 * A line that brings more than its share is not read on until some of it is answered. What is held in all is bounded too: beyond
 * that the line that began first is cut, since whoever sends on and never comes to an end means to.
 */
export function limitPipelines(
  limits: { pipelined: number; pipelinedInAll: number },
  cut: (line: Socket) => void,
): Pipelines {
  const heldOf = new Map<Socket, number>();
  let held = 0;

  // Node reads on wherever a body is waited for, or has room for answers.
  function stayPaused(this: Socket): void {
    this.pause();
  }
  function answered(this: ServerResponse): void {
    const line = this.req.socket;
    const left = (heldOf.get(line) ?? 0) - 1;
    if (left < 0) return;
    held -= 1;
    if (left === 0) heldOf.delete(line);
    else heldOf.set(line, left);
    if (left !== limits.pipelined) return;
    line.off('resume', stayPaused);
    line.resume();
  }
  const closed = (line: Socket): void => {
    held -= heldOf.get(line) ?? 0;
    heldOf.delete(line);
  };
  return {
    closed,
    came: (response) => {
      const line = response.req.socket;
      // What was read with what it was cut off for.
      if (line.destroyed) return;
      const count = (heldOf.get(line) ?? 0) + 1;
      heldOf.set(line, count);
      held += 1;
      response.on('close', answered);
      if (count === limits.pipelined + 1) line.on('resume', stayPaused).pause();
      if (held <= limits.pipelinedInAll) return;
      const [oldest = line] = heldOf.keys();
      closed(oldest);
      cut(oldest);
    },
  };
}

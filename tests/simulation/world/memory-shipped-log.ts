import type { ShippedLogStore } from '../../../src/relay/core/shipped-log.ts';
import type { CommittedSnapshot, ShippedLog, ShippingRefused } from '../../../src/shared/wire/shipped-log.ts';

/** What the relay's disk holds of one counter's log. */
export interface LogDisk {
  log: ShippedLog;
  storedAt: string | null;
  batches: { first: number; last: number; head: string; sealed: string }[];
  /** by snapshot and part */
  parts: Map<string, { snapshot: string; at: string; sealed: string }>;
}

const emptyLog = (): LogDisk => ({
  log: { through: 0, head: null, tag: null, bytes: 0, snapshot: null },
  storedAt: null,
  batches: [],
  parts: new Map(),
});

const pageBatches = 200;

/** The shipped logs in memory, as the real store has them: each method is one transaction. @param disks by the mailbox's id */
export function memoryShippedLog(disks: Map<string, LogDisk>): ShippedLogStore {
  const of = (mailbox: string): LogDisk => {
    const disk = disks.get(mailbox) ?? emptyLog();
    disks.set(mailbox, disk);
    return disk;
  };
  const refuse = (reason: ShippingRefused['reason'], { through, head }: ShippedLog): ShippingRefused => ({
    reason,
    through,
    head,
  });
  const keep = (disk: LogDisk, change: Partial<ShippedLog>): void => {
    const sizes = [...disk.batches, ...disk.parts.values()].map(({ sealed }) => Buffer.byteLength(sealed, 'base64'));
    disk.log = { ...disk.log, ...change, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  return {
    read: async (mailbox) => ({ ...(disks.get(mailbox)?.log ?? emptyLog().log) }),
    async append(mailbox, { first, last, previous, head, tag, sealed, at }) {
      const disk = of(mailbox);
      const { log } = disk;
      if (first <= last && last === log.through && head === log.head && tag === log.tag) return null;
      const continues = first === log.through + 1 && last >= first && (log.head === null || log.head === previous);
      if (!continues) return refuse('gap', log);
      disk.batches.push({ first, last, head, sealed: sealed.toString('base64') });
      keep(disk, { through: last, head, tag });
      disk.storedAt = at;
      return null;
    },
    async batchesAfter(mailbox, after) {
      const batches = (disks.get(mailbox)?.batches ?? []).filter(({ last }) => last > after);
      return { batches: batches.slice(0, pageBatches), more: batches.length > pageBatches };
    },
    async putPart(mailbox, { snapshot, part: index, sealed, at }) {
      const disk = of(mailbox);
      const present = disk.log.snapshot?.id;
      if (present === snapshot) return null;
      if (index === 0) {
        for (const [place, one] of disk.parts) {
          if (one.snapshot !== snapshot && one.snapshot !== present) disk.parts.delete(place);
        }
      }
      disk.parts.set(`${snapshot} ${index}`, { snapshot, at, sealed: sealed.toString('base64') });
      keep(disk, {});
      return null;
    },
    async readPart(mailbox, { snapshot, part: index }) {
      const piece = disks.get(mailbox)?.parts.get(`${snapshot} ${index}`);
      return piece ? Buffer.from(piece.sealed, 'base64') : null;
    },
    async commitSnapshot(mailbox, { id, through, head, parts, tag, restart }: CommittedSnapshot, at) {
      const disk = of(mailbox);
      const { log } = disk;
      if (log.snapshot?.id === id) return null;
      for (let index = 0; index < parts; index++) {
        if (!disk.parts.has(`${id} ${index}`)) return refuse('incomplete', log);
      }
      const isFirst = log.through === 0;
      if (!restart && !isFirst && through > log.through) return refuse('gap', log);
      if (restart) disk.batches = [];
      disk.storedAt = at;
      keep(disk, {
        snapshot: { id, through, head, parts, at },
        ...(restart || isFirst ? { through, head, tag } : {}),
      });
      return null;
    },
    async pruneReplaced(mailbox, limit) {
      const disk = of(mailbox);
      const { snapshot } = disk.log;
      if (snapshot === null) return 0;
      const replaced = disk.batches.filter(({ last }) => last <= snapshot.through).slice(0, limit);
      disk.batches = disk.batches.filter((batch) => !replaced.includes(batch));
      const old = [...disk.parts]
        .filter(([, one]) => one.snapshot !== snapshot.id && one.at <= snapshot.at)
        .slice(0, limit - replaced.length);
      for (const [place] of old) disk.parts.delete(place);
      keep(disk, {});
      return replaced.length + old.length;
    },
    // No shop of the simulation lives that long.
    pruneRevoked: async () => false,
  };
}

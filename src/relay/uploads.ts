/** One request's body while it comes. */
export interface Upload {
  /** so many bytes more are held */
  grew(bytes: number): void;
  /** it is whole, or will never be */
  ended(): void;
}

export interface Uploads {
  /** @param cut ends it from outside; called once at most */
  begin(cut: () => void): Upload;
  /** how many were cut off */
  cuts(): number;
}

/**
 * The bodies that are under way. Beyond the limits the one that began first is cut off: a webhook is here at once, and
 * who dawdles longest is who means to. New ones are never refused for what others hold.
 */
export function createUploads(limits: { uploads: number; uploadBytes: number }): Uploads {
  const open = new Map<object, { bytes: number; cut: () => void }>();
  let held = 0;
  let cuts = 0;
  const end = (key: object): void => {
    held -= open.get(key)?.bytes ?? 0;
    open.delete(key);
  };
  const makeRoom = (): void => {
    for (const [key, { cut }] of open) {
      if (open.size <= limits.uploads && held <= limits.uploadBytes) return;
      end(key);
      cuts += 1;
      cut();
    }
  };
  return {
    begin: (cut) => {
      const upload = { bytes: 0, cut };
      open.set(upload, upload);
      makeRoom();
      return {
        grew: (bytes) => {
          if (!open.has(upload)) return;
          upload.bytes += bytes;
          held += bytes;
          makeRoom();
        },
        ended: () => end(upload),
      };
    },
    cuts: () => cuts,
  };
}

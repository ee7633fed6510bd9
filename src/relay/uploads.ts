/** One request's body while it comes. */
export interface Upload {
  /** what is held of it */
  bytes: number;
  isOver: boolean;
  readonly cut: () => void;
}

export interface Uploads {
  /** @param cut ends it from outside; called once at most */
  begin(cut: () => void): Upload;
  /** So many bytes more are held. */
  grew(upload: Upload, bytes: number): void;
  /** It is whole, or will never be. */
  ended(upload: Upload): void;
  /** how many were cut off */
  cuts(): number;
}

/**
 * The bodies that are under way. Beyond the limits the one that began first is cut off: a webhook is here at once, and
 * who dawdles longest is who means to. New ones are never refused for what others hold.
 */
export function createUploads(limits: { uploads: number; uploadBytes: number }): Uploads {
  const open = new Set<Upload>();
  let held = 0;
  let cuts = 0;
  const ended = (upload: Upload): void => {
    if (upload.isOver) return;
    upload.isOver = true;
    held -= upload.bytes;
    open.delete(upload);
  };
  const makeRoom = (): void => {
    while (open.size > limits.uploads || held > limits.uploadBytes) {
      const [oldest] = open;
      if (oldest === undefined) return;
      ended(oldest);
      cuts += 1;
      oldest.cut();
    }
  };
  return {
    begin: (cut) => {
      const upload = { bytes: 0, isOver: false, cut };
      open.add(upload);
      makeRoom();
      return upload;
    },
    grew: (upload, bytes) => {
      if (upload.isOver) return;
      upload.bytes += bytes;
      held += bytes;
      makeRoom();
    },
    ended,
    cuts: () => cuts,
  };
}

/** A moment that is waited for no longer. */
export interface Deadline {
  /** Resolves to null when it has passed. */
  passed: Promise<null>;
  cancel(): void;
}

export function deadline(ms: number): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}

/** What the work comes to, or null when it takes longer than that. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const limit = deadline(ms);
  try {
    return await Promise.race([work, limit.passed]);
  } finally {
    limit.cancel();
  }
}

/** JSON of messages: texts, lists of texts, and sections of both. */
export interface MessageTree {
  readonly [name: string]: string | readonly string[] | MessageTree;
}

/** Two trees of messages as one. Sections may be in both, a text in one of them only. */
export function mergeMessages<One extends MessageTree, Other extends MessageTree>(one: One, other: Other): One & Other {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, message] of Object.entries(other)) {
    const before = one[name];
    merged[name] = isSection(before) && isSection(message) ? mergeMessages(before, message) : message;
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- put together of both, by name
  return merged as One & Other;
}

const isSection = (message: MessageTree[string] | undefined): message is MessageTree =>
  typeof message === 'object' && !Array.isArray(message);

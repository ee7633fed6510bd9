const names: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' };

/** A key as it is written on the keyboard. */
export const keyName = (key: string): string => names[key] ?? key;

/** What the program is to a shop: a counter sells; its office reads what the counters ship, and sells nothing. */
export type Role = 'counter' | 'office';

type Variables = Readonly<Record<string, string | undefined>>;

const variable = 'KONTER_ROLE';

/** Null: the variable is set to something else. @param office --office on the command line */
export function roleOf(office: boolean, env: Variables): Role | null {
  const value = env[variable] ?? '';
  if (value !== '' && value !== 'office' && value !== 'counter') return null;
  return office || value === 'office' ? 'office' : 'counter';
}

/** The name of the folder of data: an office and a counter may run on one machine. @param name of a counter's */
export const folderNameOf = (role: Role, name: string): string => (role === 'office' ? `${name}-office` : name);

export const unknownRole = `${variable}: is neither "office" nor "counter"`;

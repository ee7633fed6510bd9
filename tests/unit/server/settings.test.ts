import { expect, test } from 'vitest';
import { readConfig } from '../../../src/bridge/cli/config.ts';

test.each(['sqlite::memory:', 'sqlite://x/y', 'sqlite:x/', 'postgres://u:not-said@h'])(
  'the bridge’s database %s is refused in words about the bridge',
  (url) => {
    const refused = () => readConfig({ BRIDGE_DATABASE_URL: url, BRIDGE_MASTER_KEY: 'a'.repeat(64) });
    expect(refused).toThrow(/^BRIDGE_DATABASE_URL: .*bridge/);
    expect(refused).not.toThrow(/relay|not-said/);
  },
);

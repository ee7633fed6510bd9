import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { autostartEntry, Kiosk, startAtLogin } from '../../../../src/main/hosts/electron/desktop-integration.ts';
import { temporaryFolder } from '../../../support/database-files.ts';

describe('kiosk mode', () => {
  const locked = () => {
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      setKiosk: vi.fn<(on: boolean) => void>(),
    });
    const notify = vi.fn<() => void>();
    const kiosk = new Kiosk(notify);
    const closed = (): boolean => {
      const preventDefault = vi.fn<() => void>();
      window.emit('close', { preventDefault });
      return preventDefault.mock.calls.length === 0;
    };
    return { window, notify, kiosk, closed };
  };

  it('fills the screen, and a person who closes the window is notified instead', () => {
    const { kiosk, window, notify, closed } = locked();
    kiosk.apply({ kiosk: true });
    kiosk.hold(window, () => false);
    expect(window.setKiosk.mock.calls).toEqual([[true]]);
    expect(closed()).toBe(false);
    expect(notify).toHaveBeenCalledTimes(1);
    kiosk.apply({ kiosk: false });
    expect(window.setKiosk).toHaveBeenLastCalledWith(false);
    expect(closed()).toBe(true);
  });

  it('stands in the way of no signal and no shutdown', () => {
    const { kiosk, window, closed } = locked();
    kiosk.apply({ kiosk: true });
    kiosk.hold(window, () => true);
    expect(closed()).toBe(true);
  });
});

describe('start at login', () => {
  const items = (openAtLogin: boolean) => ({
    getLoginItemSettings: () => ({ openAtLogin }),
    setLoginItemSettings: vi.fn<(settings: { openAtLogin: boolean }) => void>(),
  });

  it('is an entry of the desktop on Linux, made and taken away', () => {
    const configDir = temporaryFolder();
    const system = { platform: 'linux', program: '/opt/Konter/konter', configDir } as const;
    const entry = join(configDir, 'autostart/konter.desktop');
    startAtLogin(true, items(false), system);
    expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/Konter/konter"');
    startAtLogin(false, items(false), system);
    startAtLogin(false, items(false), system);
    expect(existsSync(entry)).toBe(false);
  });

  it('quotes a path as the Desktop Entry Specification asks', () => {
    expect(autostartEntry('/home/a b/$x"%20`/Konter')).toContain(String.raw`Exec="/home/a b/\$x\"%%20\`/Konter"`);
  });

  it.each(['win32', 'darwin'] as const)('is the system’s own item on %s, set only when it changes', (platform) => {
    const system = { platform, program: 'konter', configDir: '' };
    const [off, on] = [items(false), items(true)];
    startAtLogin(true, off, system);
    startAtLogin(true, on, system);
    startAtLogin(false, on, system);
    expect(off.setLoginItemSettings.mock.calls).toEqual([[{ openAtLogin: true }]]);
    expect(on.setLoginItemSettings.mock.calls).toEqual([[{ openAtLogin: false }]]);
  });
});

import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { blockedSwitch, ownArguments } from '../../../../src/main/hosts/electron/command-line.ts';
import { autostartEntry, Kiosk, startAtLogin } from '../../../../src/main/hosts/electron/desktop-integration.ts';
import { askAboutQuitting } from '../../../../src/main/hosts/electron/quit-flow.ts';
import { temporaryFolder } from '../../../support/database-files.ts';

describe('kiosk mode', () => {
  const locked = () => {
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      setKiosk: vi.fn<(on: boolean) => void>(),
    });
    const tell = vi.fn<() => void>();
    const kiosk = new Kiosk(tell);
    const closed = (): boolean => {
      const preventDefault = vi.fn<() => void>();
      window.emit('close', { preventDefault });
      return preventDefault.mock.calls.length === 0;
    };
    return { window, tell, kiosk, closed };
  };

  it('fills the screen, and whoever closes the window is told instead', () => {
    const { kiosk, window, tell, closed } = locked();
    kiosk.apply({ kiosk: true });
    kiosk.hold(window, () => false);
    expect(window.setKiosk.mock.calls).toEqual([[true]]);
    expect(closed()).toBe(false);
    expect(tell).toHaveBeenCalledTimes(1);
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

describe('the command line', () => {
  it('is read between Chromium’s own switches', () => {
    expect(ownArguments(['.', '--user-data-dir=/x', '--settings', '/etc/s.json', '--check', '--json'])).toEqual({
      settings: '/etc/s.json',
      check: true,
      json: true,
    });
    expect(ownArguments(['--settings=/etc/s.json'])).toMatchObject({ settings: '/etc/s.json', check: false });
    expect(ownArguments(['--no-sandbox', '--settings'])).toEqual({ settings: undefined, check: false, json: false });
  });

  const commandLine = (switches: Record<string, string>) => ({
    hasSwitch: (name: string) => name in switches,
    getSwitchValue: (name: string) => switches[name] ?? '',
  });

  it.each([
    'remote-debugging-port',
    'remote-debugging-pipe',
    'no-sandbox',
    'no-zygote',
    'disable-setuid-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-gpu-sandbox',
    'in-process-gpu',
    'zygote-cmd-prefix',
    'browser-subprocess-path',
    'disable-web-security',
    'load-extension',
    'use-mock-keychain',
    'ignore-certificate-errors',
    'host-resolver-rules',
    'wait-for-debugger-children',
  ])('with --%s does not start the packed program', (name) => {
    expect(blockedSwitch(commandLine({ [name]: '' }))).toBe(name);
    expect(blockedSwitch(commandLine({}))).toBeNull();
  });

  it.each(['gnome-libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('may name the keyring %s', (name) => {
    expect(blockedSwitch(commandLine({ 'password-store': name }))).toBeNull();
  });

  it.each(['basic', '', 'detect', 'Gnome-Libsecret'])(
    'may not have the secrets kept elsewhere than in a keyring (%s)',
    (name) => {
      expect(blockedSwitch(commandLine({ 'password-store': name }))).toBe('password-store');
    },
  );
});

it('the question about the end offers to wait first, and takes a closed box for staying', async () => {
  const answer = (response: number) =>
    askAboutQuitting(
      {
        async showMessageBox(options) {
          expect([options.defaultId, options.cancelId, options.buttons.length]).toEqual([0, 1, 3]);
          expect(options.message).toContain('2 permintaan');
          return { response };
        },
      },
      2,
    );
  expect(await Promise.all([0, 1, 2, 7].map(answer))).toEqual(['wait', 'stay', 'now', 'stay']);
});

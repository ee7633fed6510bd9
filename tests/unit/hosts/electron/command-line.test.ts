import { describe, expect, it } from 'vitest';
import { blockedSwitch, ownArguments } from '../../../../src/main/hosts/electron/command-line.ts';

describe('the command line', () => {
  it('is read between Chromium’s own switches', () => {
    expect(
      ownArguments(['.', '--user-data-dir=/x', '--settings', '/etc/s.json', '--check', '--json', '--office']),
    ).toEqual({
      settings: '/etc/s.json',
      check: true,
      json: true,
      office: true,
    });
    expect(ownArguments(['--settings=/etc/s.json'])).toMatchObject({ settings: '/etc/s.json', check: false });
    expect(ownArguments(['--no-sandbox', '--settings'])).toEqual({
      settings: undefined,
      check: false,
      json: false,
      office: false,
    });
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

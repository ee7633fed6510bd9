import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseError } from '../db/database-error.ts';

/** The passphrase does not open the file. */
export class WrongPassphrase extends Error {}

/** scrypt's cost, as a power of two: 64 MB and part of a second. What the age tool takes by default needs 256 MB. */
const workFactor = 16;
const chunkBytes = 1 << 20;

/** Loaded once it is needed: its curves take longer to set up than all else that a thread or a program loads here. */
const age = () => import('age-encryption');

/** Encrypts a file in the age format (age-encryption.org) in chunks. Blocks its thread: call it in a worker. */
export async function encryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  await withContent(from, async (content) => writeAll(to, await encrypter.encrypt(content)));
}

/**
 * Decrypts a file of encryptFile or of the age tool. Rejects with WrongPassphrase; with DatabaseError ("corrupt") when the file is
 * damaged or cut short, and then leaves a part of it in `to`. Blocks its thread: call it in a worker.
 */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    await withContent(from, async (content) => writeAll(to, await decrypter.decrypt(content)));
  } catch (error) {
    // The disk's own errors have a code.
    if (!(error instanceof Error) || 'code' in error) throw error;
    if (error.message.includes('no identity matched'))
      throw new WrongPassphrase('the passphrase does not open the copy');
    throw new DatabaseError('corrupt', 'the encrypted copy is damaged');
  }
}

async function withContent(path: string, work: (content: ReadableStream<Uint8Array>) => Promise<void>): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await work(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = new Uint8Array(chunkBytes);
          const bytes = readSync(file, chunk);
          if (bytes === 0) controller.close();
          else controller.enqueue(chunk.subarray(0, bytes));
        },
      }),
    );
  } finally {
    closeSync(file);
  }
}

async function writeAll(path: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
    }
  } finally {
    closeSync(file);
  }
}

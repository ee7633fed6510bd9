import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>((pin, salt, length, done) => scrypt(pin, salt, length, done));

/** 32 bytes that say nothing of the PIN but by trying; some 50 ms on a cheap PC. */
export const derivePin = (pin: string, salt: Buffer): Promise<Buffer> => derive(pin, salt, 32);

import { assert, constantFrom, nat, oneof, property, string, tuple, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base32,
  fromBase32,
  parseProof,
  readTerminalKey,
  scannedProofs,
  snField,
  snOfField,
} from '../../../src/shared/domain/proof.ts';
import { vector } from '../../support/proof-vector.ts';

describe('a proof of any input', () => {
  it('any serial number comes back out of its field, and any field has one spelling', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 30 }), (sn) => {
        const field = snField(sn);
        if (field === null) return;
        expect(field).toMatch(/^[0-9A-Z$*/-]*$/);
        expect(snOfField(field)).toBe(sn.toWellFormed());
      }),
    );
    assert(
      property(
        string({ unit: constantFrom('0', '1', 'A', 'Z', '$', '*', '/', '-', '2', 'F'), maxLength: 12 }),
        (field) => {
          const sn = snOfField(field);
          expect(sn === null ? field : snField(sn)).toBe(field);
        },
      ),
    );
  });

  it('any bytes come back out of base 32, which has one text for them', () => {
    assert(
      property(uint8Array({ maxLength: 70 }), (bytes) => {
        expect(fromBase32(base32(bytes))).toEqual(bytes);
      }),
    );
  });

  it('nothing that is typed, scanned or pasted throws', () => {
    const near = tuple(nat(230), string({ unit: 'binary', maxLength: 4 }), nat(4)).map(
      ([at, put, cut]) => vector('proof').slice(0, at) + put + vector('proof').slice(at + cut),
    );
    assert(
      property(oneof(string({ unit: 'binary', maxLength: 500 }), near), (text) => {
        for (const reading of scannedProofs(text))
          expect(['proof', 'damaged', 'newer', 'not_a_proof']).toContain(parseProof(reading).kind);
        readTerminalKey(text);
      }),
    );
  });
});

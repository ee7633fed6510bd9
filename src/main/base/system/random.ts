/** Chance as the counter knows it: cryptographically strong outside of a simulation. */
export interface Random {
  bytes(count: number): Uint8Array;
}

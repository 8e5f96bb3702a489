// Hashes with SHA-256 piece by piece. Part of the verifier.

/** The constants of the rounds (FIPS 180-4, section 4.2.2). */
// biome-ignore format: eight in a line, as in the standard.
const ROUNDS = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** The initial hash value (FIPS 180-4, section 5.3.3). */
// biome-ignore format: in one list, as in the standard.
const START = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** Extends the 16 words of a block to one for each round. */
function expand(words, view, at) {
  for (let round = 0; round < 16; round += 1) words[round] = view.getInt32(at + round * 4);
  for (let round = 16; round < 64; round += 1) {
    const [near, far] = [words[round - 2], words[round - 15]];
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    words[round] = words[round - 16] + small + words[round - 7] + large;
  }
}

/** Compresses the block at a position into the state; `words` is memory for the words of the rounds. */
function compress(state, words, view, at) {
  expand(words, view, at);
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let round = 0; round < 64; round += 1) {
    const high = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
    const low = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** Hashes with SHA-256 piece by piece: browsers hash only what is wholly in memory. */
export function createSha256() {
  const [state, words, block] = [Int32Array.from(START), new Int32Array(64), new Uint8Array(64)];
  const blockView = new DataView(block.buffer);
  let [held, total] = [0, 0];
  function update(bytes) {
    total += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(64 - held, bytes.length);
      block.set(bytes.subarray(0, at), held);
      held += at;
      if (held < 64) return;
      compress(state, words, blockView, 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + 64 <= bytes.length; at += 64) compress(state, words, view, at);
    block.set(bytes.subarray(at));
    held = bytes.length - at;
  }
  return {
    update,
    digest() {
      const length = total;
      const end = new Uint8Array(((119 - (total % 64)) % 64) + 9);
      end[0] = 0x80;
      const view = new DataView(end.buffer);
      view.setUint32(end.length - 8, Math.floor((length * 8) / 2 ** 32));
      view.setUint32(end.length - 4, (length * 8) >>> 0);
      update(end);
      return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

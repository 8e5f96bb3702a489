// Hashes with SHA-256 piece by piece. Part of the verifier.

/** The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, section 4.2.2). */
function* fractionsOfRoots(count, root) {
  const primes = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) {
      primes.push(number);
      yield Math.floor((root(number) % 1) * 2 ** 32);
    }
}
const ROUNDS = Int32Array.from(fractionsOfRoots(64, Math.cbrt), (number) => number | 0);
const START = Int32Array.from(fractionsOfRoots(8, Math.sqrt), (number) => number | 0);

const rotate = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** Hashes with SHA-256 piece by piece: browsers hash only what is wholly in memory. */
export function createSha256() {
  const [state, words, block] = [Int32Array.from(START), new Int32Array(64), new Uint8Array(64)];
  const blockView = new DataView(block.buffer);
  let [held, total] = [0, 0];
  function compress(view, at) {
    for (let round = 0; round < 16; round += 1) words[round] = view.getInt32(at + round * 4);
    for (let round = 16; round < 64; round += 1) {
      const near = words[round - 2];
      const far = words[round - 15];
      const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      words[round] = words[round - 16] + small + words[round - 7] + large;
    }
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
  function update(bytes) {
    total += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(64 - held, bytes.length);
      block.set(bytes.subarray(0, at), held);
      held += at;
      if (held < 64) return;
      compress(blockView, 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; at + 64 <= bytes.length; at += 64) compress(view, at);
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

/** Inverts a symmetric positive definite matrix by elimination. */
export function invertMatrix(matrix: readonly Float32Array[]): Float32Array[] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => {
    const wide = new Float64Array(2 * size);
    wide.set(row);
    wide[size + at] = 1;
    return wide;
  });
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (let column = at; column < 2 * size; column++) row[column] = (row[column] ?? 0) / pivot;
    for (const other of rows) {
      const factor = other === row ? 0 : (other[at] ?? 0);
      if (factor === 0) continue;
      for (let column = at; column < 2 * size; column++)
        other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0);
    }
  }
  return rows.map((row) => Float32Array.from(row.subarray(size)));
}

/** Pseudorandom fractions of 1, the same in every run. */
export function randomFractions(seed: number): () => number {
  let state = seed
  // `Math.imul`, because a product of two 32-bit numbers loses its last digits in a `number`, and the fractions would soon repeat.
  return () => {
    state = (state + 0x9e_37_79_b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21_f0_aa_ad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x73_5a_2d_97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Pseudorandom whole numbers, the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  const random = randomFractions(seed)
  return (below) => Math.floor(random() * below)
}

/** Pseudorandom fractions of 1, the same in every run. */
export function randomFractions(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Pseudorandom whole numbers, the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  const random = randomFractions(seed)
  return (below) => Math.floor(random() * below)
}

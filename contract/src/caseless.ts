/**
 * A key for case-insensitive comparison of channel and topic names. Maps character by character, each to exactly one,
 * because the server's database compares names the same way.
 */
export const caseless = (name: string) =>
  // Fast path for ASCII names.
  isPlain.test(name)
    ? name.toLowerCase()
    : Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join(
        '',
      )

const isPlain = /^[ -~]*$/

/**
 * Equal for names that differ in case only, as the database of the server sees it: character by character, each to
 * one other. Names of channels and topics are compared so, on both sides of the wire.
 */
export const caseless = (name: string) =>
  // Most names are plain, for which the language has one step.
  isPlain.test(name)
    ? name.toLowerCase()
    : Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join(
        '',
      )

const isPlain = /^[ -~]*$/

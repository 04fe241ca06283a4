/** Lengths are counted as the server counts them: in code points. */
export function codePointCount(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}

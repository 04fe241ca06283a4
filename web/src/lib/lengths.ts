/** Length in code points, as the server counts. */
export function codePointCount(text: string): number {
  let length = 0
  for (const _character of text) length++
  return length
}

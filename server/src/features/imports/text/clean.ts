/** Removes characters that PostgreSQL refuses or that no text has: NUL and lone surrogates. */
export function cleanText(text: string): string {
  const known = text.includes('\0') ? text.replaceAll('\0', '') : text
  return known.isWellFormed() ? known : known.toWellFormed().replaceAll('\ufffd', '')
}

/** One line, at most so many characters. */
export function oneLine(text: string, maxLength: number): string {
  const line = cleanText(text)
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
    .trim()
  return cut(line, maxLength)
}

/** The first characters. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const characters = Array.from(text)
  return characters.length <= maxLength ? text : characters.slice(0, maxLength).join('').trimEnd()
}

/** The first characters, with an ellipsis if something was cut off. */
export function cutWithEllipsis(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}

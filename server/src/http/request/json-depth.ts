/** Maximum nesting depth of JSON in parameters. */
export const maxJsonDepth = 20

const [quote, backslash] = [34, 92]
const opening = new Set([91, 123])
const closing = new Set([93, 125])

/** Whether JSON text nests deeper than a maximum. Stops reading there, and does not parse. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === backslash) at++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (opening.has(code)) {
      if (++depth > max) return true
    } else if (closing.has(code)) depth--
  }
  return false
}

import type { ImportText } from '../text/text.ts'

const parameter = /([?&])(?:t|token)=xox[^\s&"'<>()|\]]*&?/gi
const bareToken = /xox[a-z](?:\.xox[a-z])?-[\w.%-]+/gi
/** Replacement for a removed parameter. */
const emptyQuery = /[?&](?=$|[\s"'<>()|\]])/g

/**
 * Addresses of files carry a token that opens all files of the workspace. Every text that leaves the source passes
 * through here.
 */
export function withoutTokens(text: string): string {
  if (!/xox[a-z]/i.test(text)) return text
  return text.replace(parameter, '$1').replace(emptyQuery, '').replace(bareToken, '')
}

export const textWithoutTokens = (text: ImportText): ImportText =>
  text.map((part) =>
    typeof part === 'string' ? withoutTokens(part) : { ...part, fallback: withoutTokens(part.fallback) },
  )

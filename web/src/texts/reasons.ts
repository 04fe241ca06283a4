import type { ApiError } from '@loquat/client'

/** Sentences by reason. Empty in English: the server sends those. */
let sentences: Readonly<Record<string, unknown>> = {}

/** Called with the catalog of the reader's language, where their IDs begin with `reason.`. */
export const setErrorSentences = (catalog: Readonly<Record<string, unknown>>): void => {
  sentences = catalog
}

/**
 * The server's sentence without the request parameter that it may begin with, which means nothing to people. Errors of
 * `parameter-invalid` keep it: they are mistakes of the app, and say nothing without it.
 */
function withoutParameter(message: string, reason: string): string {
  const [, sentence] = (reason !== 'parameter-invalid' && /^[a-z][a-z0-9_]*: (.+)$/s.exec(message)) || []
  return sentence === undefined ? message : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The sentence of an error in the reader's language; the server's English one for reasons that this app does not know. */
export function errorSentence({
  reason,
  reasonParams,
  message,
}: Pick<ApiError, 'reason' | 'reasonParams' | 'message'>): string {
  const sentence = sentences[`reason.${reason}`]
  if (typeof sentence !== 'string') return withoutParameter(message, reason)
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(reasonParams[name] ?? ''))
}

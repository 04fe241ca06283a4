import type { ApiError } from '@loquat/client'

/** Sentences by reason. Empty in English: the server sends those. */
let sentences: Readonly<Record<string, unknown>> = {}

/** Called with the catalog of the reader's language, where their IDs begin with `reason.`. */
export const setErrorSentences = (catalog: Readonly<Record<string, unknown>>): void => {
  sentences = catalog
}

/** The sentence of an error in the reader's language; the server's English one for reasons that this app does not know. */
export function errorSentence({
  reason,
  reasonParams,
  message,
}: Pick<ApiError, 'reason' | 'reasonParams' | 'message'>): string {
  const sentence = sentences[`reason.${reason}`]
  if (typeof sentence !== 'string') return message
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(reasonParams[name] ?? ''))
}

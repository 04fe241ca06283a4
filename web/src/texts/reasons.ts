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
  if (typeof sentence !== 'string') return withoutParameter(message, reasonParams)
  return capitalized(sentence).replace(/\{(\w+)\}/g, (_, name: string) => String(reasonParams[name] ?? ''))
}

/** Like `url: enter a web address.`, where the page has its own name for the field. */
const parameterPrefix = /^[a-z][a-z_]*(?:\[\])?: (?=\p{Ll})/u

/** The server's sentence without the name of the request parameter, unless the sentence is about just that. */
function withoutParameter(message: string, { parameter }: ApiError['reasonParams']): string {
  if (parameter !== undefined || !parameterPrefix.test(message)) return message
  return capitalized(message.replace(parameterPrefix, ''))
}

const capitalized = (sentence: string): string =>
  sentence.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(languageOfPage()))

const languageOfPage = () => globalThis.document?.documentElement.lang || 'en'

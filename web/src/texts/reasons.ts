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
  // Sentences about a parameter itself would say nothing without its name.
  const isAboutParameter = reason?.startsWith('parameter-') === true
  if (typeof sentence !== 'string') return isAboutParameter ? message : withoutParameter(message)
  const shown = isAboutParameter ? sentence : capitalized(sentence.replace(/^\{parameter\}\s?[:：]\s?/, ''))
  return shown.replace(/\{(\w+)\}/g, (_, name: string) => String(reasonParams[name] ?? ''))
}

/** Like `url: enter a web address.`, where the page has its own name for the field. */
const parameterPrefix = /^[a-z][a-z_]*(?:\[\])?: (?=\p{Ll})/u

const withoutParameter = (message: string): string =>
  parameterPrefix.test(message) ? capitalized(message.replace(parameterPrefix, '')) : message

const capitalized = (sentence: string): string =>
  sentence.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(languageOfPage()))

const languageOfPage = () => globalThis.document?.documentElement.lang || 'en'

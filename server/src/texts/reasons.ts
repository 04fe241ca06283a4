import { fillSentence, type Reason, type ReasonParams } from '@loquat/contract'
import { reasonTexts } from '@loquat/contract/reason-texts'
import { allLanguages, type Language } from './texts.ts'

const byLanguage = new Map(allLanguages.map((language) => [language, reasonTexts(language)]))

/** The sentence of a reason for people, in a language: without the parameter at fault, with a capital letter. */
export function reasonText(language: Language, reason: Reason, params: ReasonParams): string {
  const text = byLanguage.get(language)?.[reason] ?? ''
  return fillSentence(text.slice(0, 1).toUpperCase() + text.slice(1), params)
}

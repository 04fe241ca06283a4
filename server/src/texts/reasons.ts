import { fillSentence, type Reason, type ReasonParams } from '@loquat/contract'
import { reasonTexts } from '@loquat/contract/reason-texts'
import type { Language } from './texts.ts'

const byLanguage = new Map<Language, Readonly<Record<string, string>>>()

/** Read when a language is first used. */
function sentencesIn(language: Language): Readonly<Record<string, string>> {
  const known = byLanguage.get(language) ?? reasonTexts(language)
  byLanguage.set(language, known)
  return known
}

/** The sentence of a reason for people, in a language: without the parameter at fault, with a capital letter. */
export function reasonText(language: Language, reason: Reason, params: ReasonParams): string {
  const text = sentencesIn(language)[reason] ?? ''
  return fillSentence(text.slice(0, 1).toUpperCase() + text.slice(1), params)
}

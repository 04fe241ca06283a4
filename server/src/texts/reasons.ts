import { fillSentence, type Reason, type ReasonParams } from '@loquat/contract'
import { reasonTexts } from '@loquat/contract/reason-texts'
import { allLanguages, type Language } from './texts.ts'

const byLanguage = new Map(allLanguages.map((language) => [language, reasonTexts(language)]))

/** The sentence of a reason in a language. */
export const reasonText = (language: Language, reason: Reason, params: ReasonParams): string =>
  fillSentence(byLanguage.get(language)?.[reason] ?? '', params)

import { directionOf, isolate } from '@loquat/contract'
import type { Directory, User } from '../directory/directory.ts'
import { languageOf } from '../texts/reader.ts'
import { type Language, type Translate, translator, type Values } from '../texts/texts.ts'

export function emailTexts(language: Language, known: Values = {}): Translate {
  const direction = directionOf(language)
  return translator('emails', language, known, { convert: (value) => isolate(value, direction) })
}

/** The texts of emails in one language. They can use `{organization}` and `{url}`. */
export interface EmailTemplate {
  language: Language
  text: Translate
}

export function templateIn(language: Language, { realm, url }: Directory, known: Values = {}): EmailTemplate {
  return { language, text: emailTexts(language, { organization: realm.name, url, ...known }) }
}

/** The template for a user, whose texts can also use `{name}` and `{email}`. */
export const templateFor = (directory: Directory, user: User): EmailTemplate =>
  templateIn(languageOf(user), directory, { name: user.fullName, email: user.deliveryEmail })

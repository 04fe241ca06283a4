import type { Directory, User } from '../directory/directory.ts'
import { languageOf } from '../texts/reader.ts'
import { type Language, type Text, textsOf, type Values } from '../texts/texts.ts'

export const mailTextsIn = (language: Language, known: Values = {}): Text => textsOf('mails', language, known)

/** What a letter is written with. Its texts can name the `{organization}` and its `{url}` without being told. */
export interface Pen {
  language: Language
  text: Text
}

export function penIn(language: Language, { realm, url }: Directory, known: Values = {}): Pen {
  return { language, text: mailTextsIn(language, { organization: realm.name, url, ...known }) }
}

/** For somebody with an account, whose `{name}` and `{email}` its texts know too. */
export const penFor = (directory: Directory, user: User): Pen =>
  penIn(languageOf(user), directory, { name: user.fullName, email: user.deliveryEmail })

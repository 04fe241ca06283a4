import type { Directory, User } from '../directory/directory.ts'
import { languageOf, languageOfOrganization } from './reader.ts'
import { type Language, type Text, textsOf } from './texts.ts'

/** What the server itself writes into the chat. Markup is no language: mentions, links and quotes are made where they are put in. */
export const noticesIn = (language: Language): Text =>
  textsOf('notices', language, {}, { useGrouping: false })

/** For everybody in a channel. */
export const noticesOf = (directory: Directory): Text => noticesIn(languageOfOrganization(directory))

/** For one person. */
export const noticesFor = (user: User): Text => noticesIn(languageOf(user))

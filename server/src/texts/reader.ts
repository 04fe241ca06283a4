import { type Directory, type User, userSetting } from '../directory/directory.ts'
import { type Language, spoken } from './texts.ts'

/** In which language somebody with an account is spoken to. English where we do not have theirs, as in the web app. */
export const languageOf = (user: User): Language => spoken(userSetting(user, 'default_language')) ?? 'en'

/** In which language those are spoken to of whom nothing else is known. */
export const languageOfOrganization = (directory: Directory): Language =>
  spoken(directory.setting('default_language')) ?? 'en'

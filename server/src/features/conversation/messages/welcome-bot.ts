import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { welcomeBot } from '../../../realms/system.ts'
import { noticesFor, noticesIn } from '../../../texts/notices.ts'
import { offeredLanguages } from '../../../texts/offered.ts'
import type { Translate } from '../../../texts/texts.ts'
import { findConversation, hasSent } from './conversation-store.ts'
import { sendDirectNotice } from './notices.ts'
import { participantsOf, personReferences } from './parse-to.ts'
import type { SendRequest } from './send.ts'

/** Subjects the bot can explain. The first match wins. */
const subjects = ['help', 'channels', 'topics', 'direct', 'mentions', 'formatting', 'search'] as const
type Subject = (typeof subjects)[number]

const notUnderstood = (text: Translate) => `${text('welcome.notUnderstood')} ${text('welcome.help')}`

/** Whether the content contains one of the words; `*` matches any ending. */
function containsWord(content: string, words: string): boolean {
  const endings = words.split(' ').map((word) => word.replace('*', '[\\p{L}\\p{N}_]*'))
  const word = `(?<![\\p{L}\\p{N}_])(${endings.join('|')})(?![\\p{L}\\p{N}_])`
  return new RegExp(word, 'iu').test(content)
}

/** Recognizes words in the user's language and in English. */
function subjectOf(content: string, by: User): Subject | undefined {
  if (/^\s*\?/.test(content)) return 'help'
  const understood = [noticesIn('en'), noticesFor(by)]
  return subjects.find((subject) =>
    understood.some((text) => containsWord(content, text(`words.${subject}`))),
  )
}

/** Answers a direct message to the welcome bot. Replies only once that it did not understand. */
export async function answerAsWelcomeBot(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<void> {
  if (isBot(sender) || (request.type !== 'direct' && request.type !== 'private')) return
  const bot = welcomeBot(realm.directory)
  const people = participantsOf(realm.directory, sender, personReferences(request.to))
  if (people.length !== 2 || !people.includes(bot)) return
  const subject = subjectOf(request.content, sender)
  if (subject === undefined) await sendOnceAsWelcomeBot(app, realm, sender, notUnderstood)
  else await sendDirectNotice(app, realm, sender, (text) => text(`welcome.${subject}`), bot)
}

/** Sends a text by the welcome bot, unless it was already sent in any language. */
export async function sendOnceAsWelcomeBot(
  app: App,
  realm: Realm,
  user: User,
  write: (text: Translate) => string,
): Promise<void> {
  const bot = welcomeBot(realm.directory)
  const contents = offeredLanguages().map((language) => write(noticesIn(language)))
  if (!(await wasSent(app, bot, user, contents))) await sendDirectNotice(app, realm, user, write, bot)
}

async function wasSent(app: App, bot: User, user: User, contents: readonly string[]): Promise<boolean> {
  const ids = [bot.id, user.id].sort((a, b) => a - b)
  const conversation = await findConversation(app.database.db, ids)
  return conversation !== undefined && (await hasSent(app.database.db, conversation.id, bot.id, contents))
}

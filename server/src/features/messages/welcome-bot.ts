import type { App } from '../../app.ts'
import { isBot, type User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { welcomeBot } from '../../realms/system.ts'
import { participantsOf, personReferences } from './destination.ts'
import { type SendRequest, sendMessage } from './send.ts'
import { findConversation, hasSaid } from './send-store.ts'

/** What it knows something about, by what people may write. */
const answers: readonly [words: RegExp, answer: string][] = [
  [
    /\bchannels?\b/i,
    'Channels are for groups of people or subjects. Look through the public ones and subscribe to what concerns you.',
  ],
  [
    /\btopics?\b/i,
    'Every message in a channel has a topic, as every mail has a subject. Answer within a topic, and begin a new one for something else.',
  ],
  [
    /\b(direct|private|dms?)\b/i,
    'Direct messages go to one person or to several, and nobody else can read them.',
  ],
  [
    /\b(mentions?|notif\w*)\b/i,
    'Write `@**name**` to call somebody, `@*group*` to call a group. Follow a topic to hear of everything in it, mute what you need not hear.',
  ],
  [
    /\b(format\w*|markdown|code)\b/i,
    'Use `**bold**`, `*italic*`, `` `code` ``, lists, tables, and ```` ```quote ```` for quotes; `:tada:` becomes an emoji.',
  ],
  [/\bsearch\w*\b/i, 'Search by words, and narrow by channel, topic, sender, links, images and much more.'],
]

const help =
  'I can tell you about **channels**, **topics**, **direct messages**, **mentions**, **formatting** and **search**. Just write one of these words.'

const notUnderstood = `I am only a bot and did not understand that. ${help}`

/** Answers somebody who writes to the bot that welcomes people. That it did not understand it says only once. */
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
  const known = /\bhelp\b|^\s*\?/i.test(request.content)
    ? help
    : answers.find(([words]) => words.test(request.content))?.[1]
  if (known === undefined) await sayOnceAsWelcomeBot(app, realm, sender, notUnderstood)
  else await say(app, realm, sender, known)
}

/** Says something to somebody, unless it has been said before. */
export async function sayOnceAsWelcomeBot(
  app: App,
  realm: Realm,
  user: User,
  content: string,
): Promise<void> {
  const bot = welcomeBot(realm.directory)
  if (!(await hasBeenSaid(app, bot, user, content))) await say(app, realm, user, content)
}

async function say(app: App, realm: Realm, user: User, content: string): Promise<void> {
  await sendMessage(app, realm, welcomeBot(realm.directory), {
    type: 'direct',
    to: [user.id],
    topic: undefined,
    content,
    clientName: 'Internal',
  })
}

async function hasBeenSaid(app: App, bot: User, user: User, content: string): Promise<boolean> {
  const ids = [bot.id, user.id].sort((a, b) => a - b)
  const conversation = await findConversation(app.database.db, ids)
  return conversation !== undefined && (await hasSaid(app.database.db, conversation.id, bot.id, content))
}

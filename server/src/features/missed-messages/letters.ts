import type { Channel, Directory, User } from '../../directory/directory.ts'
import { toWire } from '../../directory/topics.ts'
import { type Block, button, type Letter, paragraph, quote } from '../../mail/letter.ts'
import { messageHref } from '../messages/href.ts'
import type { Trigger } from './rules.ts'

/** A message as a mail shows it. */
export interface Shown {
  id: number
  by: string
  text: string
}

/** What somebody missed in one place. */
export interface Conversation {
  place: { channel: Channel; topic: string } | { others: readonly User[] }
  missed: readonly Shown[]
  /** What was said just before. */
  context: readonly Shown[]
  /** Why they are told. */
  trigger: Trigger
}

/** More do not help anybody who reads mail. */
const mostQuoted = 100

export function missedLetter(
  directory: Directory,
  user: User,
  conversation: Conversation,
  namesOrganization: boolean,
): Omit<Letter, 'unsubscribeUrl'> {
  const { missed, context, trigger } = conversation
  const where = placeName(conversation)
  const left = missed.length - mostQuoted
  const before: Block[] =
    context.length === 0
      ? []
      : [paragraph('Shortly before:'), ...context.map(quoted), paragraph('What you missed:')]
  return {
    to: user.deliveryEmail,
    subject: withOrganization(directory, where, namesOrganization),
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(`you missed ${count(missed.length)} at ${directory.realm.name}: ${where}`),
      ...before,
      ...missed.slice(0, mostQuoted).map(quoted),
      ...(left > 0 ? [paragraph(`And ${count(left)} more.`)] : []),
      button('Open the conversation', directory.url + hrefOf(conversation)),
      paragraph(`You get this mail because ${reasons[trigger]}. Answers to it are not read.`),
    ],
  }
}

/** Says that there is something, and nothing about it. */
export function withheldLetter(
  directory: Directory,
  user: User,
  messages: number,
  namesOrganization: boolean,
): Omit<Letter, 'unsubscribeUrl'> {
  return {
    to: user.deliveryEmail,
    subject: withOrganization(directory, 'New messages', namesOrganization),
    body: [
      paragraph(`Hello ${user.fullName},`),
      paragraph(`you missed ${count(messages)} at ${directory.realm.name}.`),
      paragraph('What they say is not shown in mails, as you or your organization have chosen.'),
      button(`Go to ${directory.realm.name}`, directory.url),
    ],
  }
}

const quoted = ({ text, by }: Shown) => quote(text, by)

const count = (messages: number) => (messages === 1 ? 'one message' : `${messages} messages`)

const withOrganization = ({ realm }: Directory, subject: string, isWanted: boolean) =>
  isWanted ? `${subject} [${realm.name}]` : subject

function placeName({ place }: Conversation): string {
  if ('channel' in place) return `#${place.channel.name} > ${toWire(place.topic, false)}`
  const names = place.others.map(({ fullName }) => fullName)
  if (names.length <= 3) return `${new Intl.ListFormat('en').format(names)}, directly`
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} others, directly`
}

const hrefOf = ({ place, missed }: Conversation) => messageHref(place, missed[0]?.id ?? 0)

const everyone = 'everyone there was mentioned'
const reasons: Record<Trigger, string> = {
  direct_message: 'it was written to you',
  mentioned: 'you were mentioned',
  topic_wildcard_in_followed_topic: everyone,
  channel_wildcard_in_followed_topic: everyone,
  topic_wildcard: everyone,
  channel_wildcard: everyone,
  followed_topic: 'you follow the topic',
  channel: 'you want mails about this channel',
}

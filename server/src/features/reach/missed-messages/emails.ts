import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { type Block, button, type Email, paragraph, quote } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import type { Language, Translate } from '../../../texts/texts.ts'
import { messageHref } from '../../conversation/messages/href.ts'
import type { Trigger } from './rules.ts'

/** A message as shown in an email. */
export interface EmailMessage {
  id: number
  by: string
  text: string
}

/** Missed messages of one conversation. */
export interface MissedConversation {
  place: { channel: Channel; topic: string } | { others: readonly User[] }
  missed: readonly EmailMessage[]
  /** Messages just before the missed ones. */
  context: readonly EmailMessage[]
  /** Reason for the notification. */
  trigger: Trigger
}

/** Maximum messages quoted in an email. */
const maxQuotedMessages = 100

export function missedMessagesEmail(
  directory: Directory,
  user: User,
  conversation: MissedConversation,
  namesOrganization: boolean,
  replyTo: string | undefined,
): Omit<Email, 'unsubscribeUrl'> {
  const { language, text } = templateFor(directory, user)
  const { missed, context, trigger } = conversation
  const place = placeName(conversation, language, text)
  const left = missed.length - maxQuotedMessages
  const before: Block[] =
    context.length === 0
      ? []
      : [paragraph(text('missed.before')), ...context.map(quoted), paragraph(text('missed.since'))]
  return {
    to: user.deliveryEmail,
    language,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: subjectFor(directory, place, namesOrganization),
    body: [
      paragraph(text('hello')),
      paragraph(text('missed.what', { count: missed.length, place })),
      ...before,
      ...missed.slice(0, maxQuotedMessages).map(quoted),
      ...(left > 0 ? [paragraph(text('missed.more', { count: left }))] : []),
      button(text('missed.button'), directory.url + hrefOf(conversation)),
      paragraph(
        `${text(`missed.why.${reasons[trigger]}`)} ${text(replyTo === undefined ? 'missed.noAnswers' : 'missed.answers')}`,
      ),
    ],
  }
}

/** An email without any message content. */
export function withheldMessagesEmail(
  directory: Directory,
  user: User,
  messages: number,
  namesOrganization: boolean,
): Omit<Email, 'unsubscribeUrl'> {
  const { language, text } = templateFor(directory, user)
  return {
    to: user.deliveryEmail,
    language,
    subject: subjectFor(directory, text('withheld.subject'), namesOrganization),
    body: [
      paragraph(text('hello')),
      paragraph(text('withheld.what', { count: messages })),
      paragraph(text('withheld.why')),
      button(text('goTo'), directory.url),
    ],
  }
}

const quoted = ({ text, by }: EmailMessage) => quote(text, by)

const subjectFor = ({ realm }: Directory, subject: string, isWanted: boolean) =>
  isWanted ? `${subject} [${realm.name}]` : subject

function placeName({ place }: MissedConversation, language: Language, text: Translate): string {
  if ('channel' in place) return `#${place.channel.name} > ${toWire(place.topic, false)}`
  const names = place.others.map(({ fullName }) => fullName)
  const shown = names.length > 3 ? names.slice(0, 2) : names
  const left = names.length - shown.length
  if (left === 0) return text('missed.directly', { names: new Intl.ListFormat(language).format(shown) })
  return text('missed.directlyMany', { names: shown.join(', '), count: left })
}

const hrefOf = ({ place, missed }: MissedConversation) => messageHref(place, missed[0]?.id ?? 0)

/** Translate keys of the triggers. */
const reasons: Record<Trigger, string> = {
  direct_message: 'direct',
  mentioned: 'mentioned',
  topic_wildcard_in_followed_topic: 'everyone',
  channel_wildcard_in_followed_topic: 'everyone',
  topic_wildcard: 'everyone',
  channel_wildcard: 'everyone',
  followed_topic: 'followed',
  channel: 'channel',
}

import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { type Block, button, type Email, paragraph, quote } from '../../../email/email.ts'
import { templateFor } from '../../../email/template.ts'
import { topicHref } from '../../../markdown/inline/channel-links.ts'
import { nameFor } from '../missed-messages/names.ts'
import type { ActiveTopic } from './store.ts'

export interface Digest {
  topics: readonly { channel: Channel; topic: ActiveTopic }[]
  newChannels: readonly Channel[]
  /** Names of channels, topics and users may be shown. */
  showsContent: boolean
}

/** The activity of the last week, without the texts of messages. */
export function digestEmail(directory: Directory, user: User, digest: Digest): Omit<Email, 'unsubscribeUrl'> {
  const { language, text } = templateFor(directory, user)
  const { topics, newChannels, showsContent } = digest
  const messages = topics.reduce((sum, { topic }) => sum + topic.messages, 0)
  const describe = ({ channel, topic }: Digest['topics'][number]): Block => {
    const names = topic.senderIds.map((id) => nameFor(directory, user, id, text('unknownPerson')))
    const left = topic.senders - names.length
    const people =
      left > 0
        ? text('digest.peopleMany', { names: names.join(', '), count: left })
        : new Intl.ListFormat(language).format(names)
    const link = directory.url + topicHref(channel, topic.topic)
    const counted = text('digest.topic', { count: topic.messages, people })
    return quote(`${counted}\n${link}`, `#${channel.name} > ${toWire(topic.topic, false)}`)
  }
  const details: Block[] = showsContent
    ? [
        ...topics.map(describe),
        ...(newChannels.length === 0
          ? []
          : [
              paragraph(
                text('digest.newChannels', {
                  channels: new Intl.ListFormat(language).format(newChannels.map(({ name }) => `#${name}`)),
                }),
              ),
            ]),
      ]
    : [paragraph(text('withheld.why'))]
  return {
    to: user.deliveryEmail,
    language,
    subject: text('digest.subject'),
    body: [
      paragraph(text('hello')),
      ...(messages === 0 ? [] : [paragraph(text('digest.what', { count: messages }))]),
      ...details,
      button(text('goTo'), directory.url),
      paragraph(text('digest.why')),
    ],
  }
}

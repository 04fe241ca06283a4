import { toWire } from '../features/messages/topics.ts'
import type { LogBody } from './logged-event.ts'

/** The events that name topics, besides messages: how each is told to clients that do not know the empty topic. */
const renamers: { [T in LogBody['type']]?: (body: Extract<LogBody, { type: T }>) => object } = {
  typing: (body) => ({ ...body, ...renamed(body, 'topic') }),
  typing_edit_message: (body) => ({
    ...body,
    recipient: { ...body.recipient, ...renamed(body.recipient, 'topic') },
  }),
  update_message: (body) => ({ ...body, ...renamed(body, 'subject', 'orig_subject') }),
  delete_message: (body) => ({ ...body, ...renamed(body, 'topic') }),
  user_topic: (body) => ({ ...body, ...renamed(body, 'topic_name') }),
  muted_topics: (body) => ({
    ...body,
    muted_topics: body.muted_topics.map(([channel, topic, since]) => [channel, toWire(topic, false), since]),
  }),
  update_message_flags: (body) =>
    body.op === 'add' || body.message_details === undefined
      ? body
      : {
          ...body,
          message_details: Object.fromEntries(
            Object.entries(body.message_details).map(([id, detail]) => [
              id,
              { ...detail, ...renamed(detail, 'topic') },
            ]),
          ),
        },
}

function renamed<K extends string>(
  object: { [N in K]?: string | undefined },
  ...names: K[]
): { [N in K]?: string } {
  const entries = names.flatMap((name) => {
    const topic = object[name]
    return topic === undefined ? [] : [[name, toWire(topic, false)]]
  })
  return Object.fromEntries(entries)
}

export const namesTopics = (body: LogBody) => body.type in renamers

export function withTopicNames<B extends LogBody>(body: B): object {
  const rename = renamers[body.type] as ((body: LogBody) => object) | undefined
  return rename === undefined ? body : rename(body)
}

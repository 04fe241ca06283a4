import type { Describe } from '../handlers.ts'
import { link, plain, topicOf } from '../markup.ts'
import { textAt } from '../read.ts'

/** The project of an event, or else the group: the first name of its topic. */
export const placeOf = (payload: unknown) =>
  textAt(payload, 'project.name', 'repository.name', 'group.group_name', 'group.name', 'group_name') ||
  'GitLab'

export const actorOf = (payload: unknown) => plain(textAt(payload, 'user.name', 'user_name')) || 'Someone'

/** An event about the project or group itself. `names` narrow the topic. */
export const inPlace =
  (...names: string[]): Describe =>
  (payload) => ({ topic: topicOf(placeOf(payload), ...names), values: { actor: actorOf(payload) } })

/** `plums / MR !7 Prune the branches`, and `{it}` as a link. The field is the object that has number and title. */
export const numbered =
  (kind: string, field: string): Describe =>
  (payload) => {
    const name = `${kind}${textAt(payload, `${field}.iid`)} ${textAt(payload, `${field}.title`)}`.trim()
    const it = link(name, textAt(payload, `${field}.url`))
    return { topic: topicOf(placeOf(payload), name), values: { actor: actorOf(payload), it } }
  }

/** The action of most events. */
export const attributeAction = (payload: unknown) => textAt(payload, 'object_attributes.action')

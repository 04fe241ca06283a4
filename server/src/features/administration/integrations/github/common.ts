import type { Describe } from '../handlers.ts'
import { link, topicOf } from '../markup.ts'
import { textAt } from '../read.ts'

/** The repository of an event, or else the organization: the first name of its topic. */
export const placeOf = (payload: unknown) =>
  textAt(
    payload,
    'repository.name',
    'organization.login',
    'organization.username',
    'installation.account.login',
    'enterprise.name',
  ) || 'GitHub'

export const actorOf = (payload: unknown) =>
  link(textAt(payload, 'sender.login', 'pusher.login', 'pusher.name'), textAt(payload, 'sender.html_url')) ||
  'Someone'

/** An event about the repository or organization itself. `names` narrow the topic. */
export const inPlace =
  (...names: string[]): Describe =>
  (payload) => ({ topic: topicOf(placeOf(payload), ...names), values: { actor: actorOf(payload) } })

/** `plums / issue #7 They are not ripe`, and `{it}` as a link. The field is the object that has number and title. */
export const numbered =
  (kind: string, field: string): Describe =>
  (payload) => {
    const name = `${kind} #${textAt(payload, `${field}.number`)} ${textAt(payload, `${field}.title`)}`.trim()
    const it = link(name, textAt(payload, `${field}.html_url`))
    return { topic: topicOf(placeOf(payload), name), values: { actor: actorOf(payload), it } }
  }

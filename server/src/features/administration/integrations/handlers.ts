import type { Integration, WebhookMessage } from './integration.ts'
import { textAt } from './read.ts'
import { fillTemplate } from './template.ts'

/** Formats one kind of event. */
export type Handler = (payload: unknown) => WebhookMessage | undefined
export type Handlers = Readonly<Record<string, Handler>>

/** The value of a table under a key that others chose. */
export const pick = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The part of an integration that follows from its handlers. */
export const byEvent = (handlers: Handlers): Pick<Integration, 'events' | 'toMessage'> => ({
  events: Object.keys(handlers),
  toMessage: (payload, event) => pick(handlers, event)?.(payload),
})

/** The topic of a message, and markup for the placeholders of its phrase that are not paths of the payload. */
export interface Subject {
  topic: string
  values: Readonly<Record<string, string>>
}
export type Describe = (payload: unknown) => Subject

/** Sentences by action, with the placeholders of `template.ts`. */
export type Phrases = Readonly<Record<string, string>>

/** Fills one sentence, whatever the action. */
export const sentence =
  (describe: Describe, phrase: string): Handler =>
  (payload) => {
    const { topic, values } = describe(payload)
    return { topic, content: fillTemplate(phrase, (path) => textAt(payload, path), values) }
  }

/** Handlers of events that have one sentence each. `prefix` begins the names of all. */
export const sentences = (describe: Describe, phrases: Phrases, prefix = ''): Handlers =>
  Object.fromEntries(
    Object.entries(phrases).map(([event, phrase]) => [`${prefix}${event}`, sentence(describe, phrase)]),
  )

/** Fills the sentence of an action. Other actions give no message. */
export const phrased =
  (describe: Describe, phrases: Phrases, actionOf: (payload: unknown) => string = defaultAction): Handler =>
  (payload) => {
    const phrase = pick(phrases, actionOf(payload))
    return phrase === undefined ? undefined : sentence(describe, phrase)(payload)
  }

const defaultAction = (payload: unknown) => textAt(payload, 'action')

import type { Person } from './world.ts'

type Sender = Pick<Person, 'api'>

/** Sends a message to a channel. Returns its ID. */
export const sendChannelMessage = async ({ api }: Sender, to = 'general', topic = 'plums', content = 'hi') =>
  (await api.sendMessage({ type: 'channel', to, topic, content })).id

/** Sends a message with this content to `general`. Returns its ID. */
export const sendToGeneral = (person: Sender, content: string, topic = 'plums') =>
  sendChannelMessage(person, 'general', topic, content)

/** Sends a direct message. Returns its ID. */
export const sendDirectMessage = async ({ api }: Sender, ...to: Person[]) =>
  (await api.sendMessage({ type: 'direct', to: to.map((one) => one.id), content: 'hi' })).id

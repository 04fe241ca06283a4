import type { Integration } from './integration.ts'
import { textAt } from './read.ts'

/** For services in which people write the message themselves: `topic` and `content`, or the service's names for them. */
const textPost =
  (topics: readonly string[], contents: readonly string[], title: string): Integration['toMessage'] =>
  (payload) => ({ topic: textAt(payload, ...topics) || title, content: textAt(payload, ...contents) })

export const zapier: Integration = {
  name: 'zapier',
  title: 'Zapier',
  category: 'Automation',
  description: 'Posts what a Zap sends, from any of the apps that Zapier connects.',
  events: [],
  toMessage: textPost(['topic', 'subject'], ['content', 'message', 'text'], 'Zapier'),
}

export const ifttt: Integration = {
  name: 'ifttt',
  title: 'IFTTT',
  category: 'Automation',
  description: 'Posts what an applet sends.',
  events: [],
  toMessage: textPost(['topic', 'value1'], ['content', 'value2', 'value1'], 'IFTTT'),
}

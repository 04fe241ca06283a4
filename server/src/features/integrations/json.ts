import type { Integration } from './integration.ts'
import { block, cut } from './words.ts'

/** Indentation makes deep lists many times as long: what is long is not read anyway. */
const longestIndented = 20_000
const longestShown = 9_000

/** Shows whatever comes as it comes, for services that have no integration of their own. */
export const json: Integration = {
  name: 'json',
  title: 'JSON',
  category: 'Automation',
  description: 'Posts any JSON payload as it is.',
  events: [],
  toMessage(payload) {
    const short = JSON.stringify(payload)
    const text = short.length > longestIndented ? short : JSON.stringify(payload, null, 2)
    return { topic: 'JSON', content: block(cut(text, longestShown), 'json') }
  },
}

import type { Integration } from './integration.ts'
import { block, cut } from './markup.ts'
import { textAt, urlVerification, valueAt } from './read.ts'
import { fillTemplate } from './template.ts'

/** Longer payloads are not indented, because indentation multiplies the size of deep lists. */
const maxIndentedLength = 20_000
const maxShownLength = 9_000

/** Text, numbers and booleans. Objects and lists are empty, because serializing large ones would take long. */
function scalarAt(payload: unknown, path: string): string {
  const value = valueAt(payload, path)
  return typeof value === 'boolean' ? String(value) : textAt(payload, path)
}

/** Any payload, as it is or through a template in the URL. For services without an integration of their own. */
export const json: Integration = {
  name: 'json',
  title: 'JSON',
  category: 'Automation',
  description: 'Posts any JSON payload, as it is or through a template in the URL.',
  events: [],
  challengeOf: urlVerification,
  toMessage(payload, _event, { template = '' } = {}) {
    if (template !== '') {
      return { topic: 'JSON', content: fillTemplate(template, (path) => scalarAt(payload, path)) }
    }
    const short = JSON.stringify(payload)
    const text = short.length > maxIndentedLength ? short : JSON.stringify(payload, null, 2)
    return { topic: 'JSON', content: block(cut(text, maxShownLength), 'json') }
  },
}

import { pick } from './handlers.ts'
import type { Integration } from './integration.ts'
import { bullets, code, link, plain } from './markup.ts'
import { countAt, listAt, textAt } from './read.ts'
import { readable } from './status.ts'

/** Events shown of one delivery. Asana bundles everything of a few seconds. */
const maxEvents = 10

const verbs: Readonly<Record<string, string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  deleted: 'deleted',
  undeleted: 'restored',
}

/** Payloads have IDs, types and at most a name; details would need a request to Asana. */
function eventLine(event: unknown): string | undefined {
  const verb = pick(verbs, textAt(event, 'action'))
  const id = textAt(event, 'resource.gid')
  if (verb === undefined || id === '') return undefined
  const kind = readable(textAt(event, 'resource.resource_type')) || 'object'
  const linked = link(textAt(event, 'resource.name') || id, `https://app.asana.com/0/0/${id}`)
  const field = textAt(event, 'change.field')
  const parent = textAt(event, 'parent.name')
  const where = parent === '' ? '' : ` (in ${plain(parent)})`
  return `The ${kind} ${linked} was ${verb}${where}${field && `: ${code(field)}`}`
}

export const asana: Integration = {
  name: 'asana',
  title: 'Asana',
  category: 'Project management',
  description: 'Posts which tasks, comments and projects changed.',
  events: [],
  echoHeader: 'x-hook-secret',
  toMessage(payload) {
    // Asana sends an empty list from time to time to see whether anyone answers.
    const total = countAt(payload, 'events')
    const lines = listAt(payload, 'events', maxEvents)
      .map(eventLine)
      .filter((line) => line !== undefined)
    const [first] = lines
    if (first === undefined) return undefined
    const content = total === 1 ? `${first}.` : `Changes in Asana:${bullets(lines, total)}`
    return { topic: 'Asana', content }
  },
}

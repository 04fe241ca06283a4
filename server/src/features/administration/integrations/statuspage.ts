import { byEvent, type Handler, pick } from './handlers.ts'
import type { Integration } from './integration.ts'
import { inParentheses, link, plain, quote } from './markup.ts'
import { isObject, textAt, valueAt } from './read.ts'
import { readable } from './status.ts'

const marks: Readonly<Record<string, string>> = {
  resolved: ':check:',
  completed: ':check:',
  operational: ':check:',
  postmortem: ':info:',
  scheduled: ':info:',
  under_maintenance: ':construction:',
  in_progress: ':construction:',
}

const markOf = (status: string) => pick(marks, status) ?? ':rotating_light:'

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const incident: Handler = (payload) => {
  const status = textAt(payload, 'incident.status')
  const name = textAt(payload, 'incident.name') || 'An incident'
  const linked = link(name, textAt(payload, 'incident.shortlink', 'incident.url', 'page.url'))
  const impact = textAt(payload, 'incident.impact')
  const details = inParentheses(impact === '' || impact === 'none' ? '' : `${readable(impact)} impact`)
  // The newest update comes first.
  const update = quote(textAt(payload, 'incident.incident_updates.0.body'))
  return {
    topic: name,
    content: `${markOf(status)} **${capitalized(readable(status))}**: ${linked}${details}${update}`,
  }
}

const componentUpdate: Handler = (payload) => {
  const status = textAt(payload, 'component_update.new_status', 'component.status')
  const before = readable(textAt(payload, 'component_update.old_status'))
  const name = textAt(payload, 'component.name') || 'A component'
  const change = `${before && `${before} → `}**${readable(status)}**`
  return { topic: name, content: `${markOf(status)} ${plain(name)}: ${change}` }
}

export const statuspage: Integration = {
  name: 'statuspage',
  title: 'Statuspage',
  category: 'Monitoring',
  description: 'Posts incidents, maintenance and component changes of a status page.',
  eventOf: (payload) =>
    ['incident', 'component_update'].find((field) => isObject(valueAt(payload, field))) ?? 'unknown',
  ...byEvent({ incident, component_update: componentUpdate }),
}

import { byEvent, type Handler } from './handlers.ts'
import type { Integration } from './integration.ts'
import { enumeration, inParentheses, link, plain, quote } from './markup.ts'
import { countAt, listAt, textAt } from './read.ts'

const issue =
  (state: string): Handler =>
  (payload) => {
    const title = textAt(payload, 'title', 'annotations.title.0', 'condition_name') || 'An issue'
    const entities = listAt(payload, 'impactedEntities', 5).map((entity) => textAt(entity, ''))
    const details = inParentheses(
      plain(textAt(payload, 'priority', 'severity').toLowerCase()),
      enumeration(entities, countAt(payload, 'impactedEntities')),
    )
    const linked = link(title, textAt(payload, 'issueUrl', 'issuePageUrl', 'incident_url'))
    return { topic: title, content: `${state}: ${linked}${details}${quote(textAt(payload, 'details'))}` }
  }

const opened = issue(':rotating_light: **Opened**')
const acknowledged = issue(':eyes: **Acknowledged**')
const closed = issue(':check: **Closed**')

/** The default template of workflows, and the fixed payload of the alert channels before them. */
export const newrelic: Integration = {
  name: 'newrelic',
  title: 'New Relic',
  category: 'Monitoring',
  description: 'Posts issues when they open, are acknowledged and close.',
  eventOf: (payload) => textAt(payload, 'state', 'current_state').toLowerCase(),
  ...byEvent({ created: opened, activated: opened, open: opened, acknowledged, closed }),
}

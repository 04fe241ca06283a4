import { alertList, alertName } from './alerts.ts'
import type { Integration } from './integration.ts'
import { countAt, textAt } from './read.ts'

/** One message for each group of Prometheus alerts, one topic for each alert name. */
export const alertmanager: Integration = {
  name: 'alertmanager',
  title: 'Alertmanager',
  category: 'Monitoring',
  description: 'Posts alerts of Prometheus when they fire and resolve.',
  events: ['firing', 'resolved'],
  eventOf: (payload) => textAt(payload, 'status').toLowerCase(),
  toMessage(payload) {
    if (countAt(payload, 'alerts') === 0) return undefined
    return { topic: alertName(payload), content: alertList(payload) }
  },
}

import { alertList, alertName } from './alerts.ts'
import type { Integration } from './integration.ts'
import { countAt, textAt } from './read.ts'

/** Alerts of Prometheus: one message for each group that the Alertmanager sends, one topic for each kind of alert. */
export const alertmanager: Integration = {
  name: 'alertmanager',
  title: 'Alertmanager',
  events: ['firing', 'resolved'],
  eventOf: (payload) => textAt(payload, 'status').toLowerCase(),
  toMessage(payload) {
    if (countAt(payload, 'alerts') === 0) return undefined
    return { topic: alertName(payload), content: alertList(payload) }
  },
}

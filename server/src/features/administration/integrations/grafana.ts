import { alertList, alertName } from './alerts.ts'
import { pick } from './handlers.ts'
import type { Integration } from './integration.ts'
import { bullets, link, plain, quote } from './markup.ts'
import { countAt, listAt, textAt } from './read.ts'

const states: Readonly<Record<string, string>> = {
  alerting: ':rotating_light: **Alerting**',
  ok: ':check: **OK**',
  no_data: ':question: **No data**',
  paused: ':pause: **Paused**',
  pending: ':time_ticking: **Pending**',
}

/** Current alerts, which have the format of Prometheus, and dashboard alerts before Grafana 9. */
export const grafana: Integration = {
  name: 'grafana',
  title: 'Grafana',
  category: 'Monitoring',
  description: 'Posts alerts when they fire and resolve.',
  events: ['firing', 'resolved', ...Object.keys(states)],
  eventOf: (payload) => textAt(payload, 'status', 'state').toLowerCase(),
  toMessage(payload, event) {
    if (countAt(payload, 'alerts') > 0) return { topic: alertName(payload), content: alertList(payload) }
    const rule = textAt(payload, 'ruleName', 'title')
    const state = pick(states, event)
    if (state === undefined || rule === '') return undefined
    const values = listAt(payload, 'evalMatches').map(
      (match) => `${plain(textAt(match, 'metric'))}: ${plain(textAt(match, 'value'))}`,
    )
    const list = bullets(values, countAt(payload, 'evalMatches'))
    const linked = link(rule, textAt(payload, 'ruleUrl'))
    return { topic: rule, content: `${state}: ${linked}${list}${quote(textAt(payload, 'message'))}` }
  },
}

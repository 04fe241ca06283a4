import { alertList, alertName } from './alerts.ts'
import type { Integration } from './integration.ts'
import { countAt, listAt, textAt } from './read.ts'
import { link, plain, quote } from './words.ts'

const states: Record<string, string> = {
  alerting: ':rotating_light: **Alerting**',
  ok: ':white_check_mark: **OK**',
  no_data: ':question: **No data**',
  paused: ':pause_button: **Paused**',
  pending: ':hourglass: **Pending**',
}

/** Alerts of today, which have the form of Prometheus, and of the dashboards before Grafana 9. */
export const grafana: Integration = {
  name: 'grafana',
  title: 'Grafana',
  events: ['firing', 'resolved', ...Object.keys(states)],
  eventOf: (payload) => textAt(payload, 'status', 'state').toLowerCase(),
  toMessage(payload, event) {
    if (countAt(payload, 'alerts') > 0) return { topic: alertName(payload), content: alertList(payload) }
    const rule = textAt(payload, 'ruleName', 'title')
    if (!Object.hasOwn(states, event) || rule === '') return undefined
    const values = listAt(payload, 'evalMatches').map(
      (match) => `* ${plain(textAt(match, 'metric'))}: ${plain(textAt(match, 'value'))}`,
    )
    const said = `${states[event]}: ${link(rule, textAt(payload, 'ruleUrl'))}`
    const list = values.length > 0 ? `\n\n${values.join('\n')}` : ''
    return { topic: rule, content: `${said}${list}${quote(textAt(payload, 'message'))}` }
  },
}

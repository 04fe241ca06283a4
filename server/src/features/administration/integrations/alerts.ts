import { pick } from './handlers.ts'
import { bullets, cut, link, plain } from './markup.ts'
import { countAt, listAt, textAt, textsAt } from './read.ts'

/** The labels of an alert, without its name. */
const labeled = (alert: unknown) =>
  textsAt(alert, 'labels')
    .filter(([name]) => name !== 'alertname')
    .map(([name, value]) => `${plain(name, 50)}: ${plain(value, 100)}`)
    .join(', ')

const states: Readonly<Record<string, string>> = {
  firing: ':rotating_light: **Firing**',
  resolved: ':check: **Resolved**',
}

/** The name that the alerts of a group share. */
export function alertName(payload: unknown): string {
  const [first] = listAt(payload, 'alerts', 1)
  return (
    textAt(payload, 'groupLabels.alertname', 'commonLabels.alertname') || textAt(first, 'labels.alertname')
  )
}

/** Alerts in the format of Prometheus, which other services adopted, one line each. */
export function alertList(payload: unknown): string {
  const total = countAt(payload, 'alerts')
  const lines = listAt(payload, 'alerts').map((alert) => {
    const state = pick(states, textAt(alert, 'status').toLowerCase()) ?? '**Alert**'
    const title =
      textAt(alert, 'annotations.summary', 'annotations.description', 'annotations.message') ||
      textAt(alert, 'labels.alertname') ||
      'An alert'
    const labels = labeled(alert)
    return `${state}: ${link(title, textAt(alert, 'generatorURL', 'panelURL', 'dashboardURL'))}${labels && ` (${cut(labels, 400)})`}`
  })
  return bullets(lines, total).trimStart()
}

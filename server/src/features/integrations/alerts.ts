import { countAt, listAt, textAt, textsAt } from './read.ts'
import { cut, link, plain } from './words.ts'

/** What tells one alert from the others, beside its name. */
const labelled = (alert: unknown) =>
  textsAt(alert, 'labels')
    .filter(([name]) => name !== 'alertname')
    .map(([name, value]) => `${plain(name, 50)}: ${plain(value, 100)}`)
    .join(', ')

const stateWords: Record<string, string> = {
  firing: ':rotating_light: **Firing**',
  resolved: ':white_check_mark: **Resolved**',
}

/** What the alerts of a group have in common. */
export function alertName(payload: unknown): string {
  const [first] = listAt(payload, 'alerts', 1)
  return (
    textAt(payload, 'groupLabels.alertname', 'commonLabels.alertname') || textAt(first, 'labels.alertname')
  )
}

/** Alerts in the form of Prometheus, which others took over, as a list: a line for each. */
export function alertList(payload: unknown): string {
  const total = countAt(payload, 'alerts')
  const lines = listAt(payload, 'alerts').map((alert) => {
    const status = textAt(alert, 'status').toLowerCase()
    const state = Object.hasOwn(stateWords, status) ? stateWords[status] : '**Alert**'
    const what =
      textAt(alert, 'annotations.summary', 'annotations.description', 'annotations.message') ||
      textAt(alert, 'labels.alertname') ||
      'An alert'
    const labels = labelled(alert)
    return `* ${state}: ${link(what, textAt(alert, 'generatorURL', 'panelURL', 'dashboardURL'))}${labels && ` (${cut(labels, 400)})`}`
  })
  const more = total > lines.length ? [`* and ${total - lines.length} more`] : []
  return [...lines, ...more].join('\n')
}

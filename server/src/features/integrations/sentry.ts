import type { Integration, Told } from './integration.ts'
import { textAt, valueAt } from './read.ts'
import { code, link, plain, quote, topicOf } from './words.ts'

type Teller = (payload: unknown) => Told | undefined

/** An error, as alerts, new errors and the older webhook tell it. */
function problem(payload: unknown, field: string, verb: string): Told {
  const title = textAt(payload, `${field}.title`, 'message') || 'An error'
  const address = textAt(payload, `${field}.web_url`, `${field}.issue_url`, 'url')
  const level = textAt(payload, `${field}.level`, 'level')
  const place = textAt(payload, `${field}.culprit`, 'culprit')
  const rule = textAt(payload, 'data.triggered_rule')
  const details = [
    level && `level: ${plain(level)}`,
    place && `in ${code(place)}`,
    rule && `by the rule ${plain(rule)}`,
  ].filter((detail) => detail !== '')
  return {
    topic: topicOf(textAt(payload, 'project_name', 'project'), title),
    content: `${verb} ${link(title, address)}${details.length > 0 ? ` (${details.join(', ')})` : ''}`,
  }
}

const somebody = (payload: unknown) => plain(textAt(payload, 'actor.name')) || 'Somebody'

const issueVerbs: Record<string, string> = {
  resolved: 'resolved',
  assigned: 'assigned',
  archived: 'archived',
  ignored: 'archived',
  unresolved: 'reopened',
}

const issue: Teller = (payload) => {
  const action = textAt(payload, 'action')
  const project = textAt(payload, 'data.issue.project.name', 'data.issue.project.slug')
  const title = textAt(payload, 'data.issue.title') || 'An issue'
  const topic = topicOf(project, title)
  const linked = link(title, textAt(payload, 'data.issue.web_url', 'data.issue.permalink'))
  if (action === 'created') {
    const place = textAt(payload, 'data.issue.culprit')
    return { topic, content: `:cross_mark: New issue: ${linked}${place && ` (in ${code(place)})`}` }
  }
  if (!Object.hasOwn(issueVerbs, action)) return undefined
  const to = action === 'assigned' ? plain(textAt(payload, 'data.issue.assignedTo.name')) : ''
  return { topic, content: `${somebody(payload)} ${issueVerbs[action]} ${linked}${to && ` to ${to}`}.` }
}

const metricAlert: Teller = (payload) => {
  const title = textAt(payload, 'data.metric_alert.title', 'data.description_title') || 'A metric'
  const action = textAt(payload, 'action')
  const mark = action === 'resolved' ? ':white_check_mark: **Resolved**' : ':rotating_light: **Alert**'
  const linked = link(textAt(payload, 'data.description_title') || title, textAt(payload, 'data.web_url'))
  return {
    topic: title,
    content: `${mark}: ${linked}${quote(textAt(payload, 'data.description_text'))}`,
  }
}

const comment: Teller = (payload) => {
  const body = quote(textAt(payload, 'data.comment'))
  if (textAt(payload, 'action') !== 'created' || body === '') return undefined
  return {
    topic: topicOf(textAt(payload, 'data.project_slug'), `issue ${textAt(payload, 'data.issue_id')}`),
    content: `${somebody(payload)} commented.${body}`,
  }
}

const tellers = {
  event_alert: (payload: unknown) => problem(payload, 'data.event', ':rotating_light: Alert:'),
  error: (payload: unknown) => problem(payload, 'data.error', ':cross_mark: New error:'),
  issue,
  metric_alert: metricAlert,
  comment,
  event: (payload: unknown) => problem(payload, 'event', ':cross_mark: New event:'),
}

/** Which resource a payload brings along. The older webhook has its event at the top. */
const places = {
  event_alert: 'data.event',
  error: 'data.error',
  issue: 'data.issue',
  metric_alert: 'data.metric_alert',
  comment: 'data.comment',
  event: 'event',
}

export const sentry: Integration = {
  name: 'sentry',
  title: 'Sentry',
  events: Object.keys(tellers),
  eventOf: (payload) =>
    Object.entries(places).find(([, path]) => valueAt(payload, path) !== undefined)?.[0] ?? 'unknown',
  toMessage: (payload, event) =>
    Object.hasOwn(tellers, event) ? tellers[event as keyof typeof tellers](payload) : undefined,
}

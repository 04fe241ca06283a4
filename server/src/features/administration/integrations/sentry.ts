import { byEvent, type Handler, pick } from './handlers.ts'
import type { Integration, WebhookMessage } from './integration.ts'
import { code, inParentheses, link, plain, quote, topicOf } from './markup.ts'
import { textAt, valueAt } from './read.ts'

/** An error in an alert, a new error, or an event of the older webhook. */
function problem(payload: unknown, field: string, verb: string): WebhookMessage {
  const title = textAt(payload, `${field}.title`, 'message') || 'An error'
  const address = textAt(payload, `${field}.web_url`, `${field}.issue_url`, 'url')
  const level = textAt(payload, `${field}.level`, 'level')
  const place = textAt(payload, `${field}.culprit`, 'culprit')
  const rule = textAt(payload, 'data.triggered_rule')
  const details = inParentheses(
    level && `level: ${plain(level)}`,
    place && `in ${code(place)}`,
    rule && `by the rule ${plain(rule)}`,
  )
  return {
    topic: topicOf(textAt(payload, 'project_name', 'project'), title),
    content: `${verb} ${link(title, address)}${details}`,
  }
}

const actorOf = (payload: unknown) => plain(textAt(payload, 'actor.name')) || 'Someone'

const issueVerbs: Record<string, string> = {
  resolved: 'resolved',
  assigned: 'assigned',
  archived: 'archived',
  ignored: 'archived',
  unresolved: 'reopened',
}

const issue: Handler = (payload) => {
  const action = textAt(payload, 'action')
  const project = textAt(payload, 'data.issue.project.name', 'data.issue.project.slug')
  const title = textAt(payload, 'data.issue.title') || 'An issue'
  const topic = topicOf(project, title)
  const linked = link(title, textAt(payload, 'data.issue.web_url', 'data.issue.permalink'))
  if (action === 'created') {
    const place = textAt(payload, 'data.issue.culprit')
    return { topic, content: `:cross_mark: New issue: ${linked}${place && ` (in ${code(place)})`}` }
  }
  const verb = pick(issueVerbs, action)
  if (verb === undefined) return undefined
  const to = action === 'assigned' ? plain(textAt(payload, 'data.issue.assignedTo.name')) : ''
  return { topic, content: `${actorOf(payload)} ${verb} ${linked}${to && ` to ${to}`}.` }
}

const metricAlert: Handler = (payload) => {
  const title = textAt(payload, 'data.metric_alert.title', 'data.description_title') || 'A metric'
  const action = textAt(payload, 'action')
  const mark = action === 'resolved' ? ':check: **Resolved**' : ':rotating_light: **Alert**'
  const linked = link(textAt(payload, 'data.description_title') || title, textAt(payload, 'data.web_url'))
  return {
    topic: title,
    content: `${mark}: ${linked}${quote(textAt(payload, 'data.description_text'))}`,
  }
}

const comment: Handler = (payload) => {
  const body = quote(textAt(payload, 'data.comment'))
  if (textAt(payload, 'action') !== 'created' || body === '') return undefined
  return {
    topic: topicOf(textAt(payload, 'data.project_slug'), `issue ${textAt(payload, 'data.issue_id')}`),
    content: `${actorOf(payload)} commented.${body}`,
  }
}

const handlers = {
  event_alert: (payload: unknown) => problem(payload, 'data.event', ':rotating_light: Alert:'),
  error: (payload: unknown) => problem(payload, 'data.error', ':cross_mark: New error:'),
  issue,
  metric_alert: metricAlert,
  comment,
  event: (payload: unknown) => problem(payload, 'event', ':cross_mark: New event:'),
}

/** The object that identifies each event. The older webhook has it at the top. */
const identifyingPaths = {
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
  category: 'Monitoring',
  description: 'Posts alerts, new errors and changes of issues.',
  eventOf: (payload) =>
    Object.entries(identifyingPaths).find(([, path]) => valueAt(payload, path) !== undefined)?.[0] ??
    'unknown',
  ...byEvent(handlers),
}

import { byEvent, type Describe, sentence, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { link, plain, topicOf } from './markup.ts'
import { textAt } from './read.ts'

/** The incident is the data of an event, or a part of it. */
const incident: Describe = (payload) => {
  const title =
    textAt(payload, 'event.data.title', 'event.data.incident.summary', 'event.data.summary') || 'an incident'
  const address = textAt(payload, 'event.data.html_url', 'event.data.incident.html_url')
  const urgency = plain(textAt(payload, 'event.data.priority.summary', 'event.data.urgency'))
  return {
    topic: topicOf(textAt(payload, 'event.data.service.summary'), title),
    values: {
      actor: plain(textAt(payload, 'event.agent.summary')) || 'Someone',
      it: link(title, address),
      urgency: urgency && ` (${urgency})`,
    },
  }
}

const service: Describe = (payload) => ({
  topic: textAt(payload, 'event.data.summary', 'event.data.name') || 'PagerDuty',
  values: {
    actor: plain(textAt(payload, 'event.agent.summary')) || 'Someone',
    it: link(
      textAt(payload, 'event.data.summary', 'event.data.name') || 'a service',
      textAt(payload, 'event.data.html_url'),
    ),
  },
})

/** Webhooks of version 3. */
export const pagerduty: Integration = {
  name: 'pagerduty',
  title: 'PagerDuty',
  category: 'Monitoring',
  description: 'Posts incidents with every step from trigger to resolution.',
  eventOf: (payload) => textAt(payload, 'event.event_type'),
  ...byEvent({
    ...sentences(incident, {
      'incident.triggered': ':rotating_light: **Triggered**: {it}{urgency}',
      'incident.acknowledged': ':eyes: **Acknowledged** by {actor}: {it}',
      'incident.unacknowledged': ':rotating_light: **Unacknowledged**: {it}{urgency}',
      'incident.resolved': ':check: **Resolved** by {actor}: {it}',
      'incident.reopened': ':rotating_light: **Reopened** by {actor}: {it}{urgency}',
      'incident.reassigned': '{actor} reassigned {it} to {event.data.assignees.0.summary}.',
      'incident.delegated': '{actor} delegated {it} to {event.data.escalation_policy.summary}.',
      'incident.escalated': ':warning: **Escalated** to {event.data.assignees.0.summary}: {it}{urgency}',
      'incident.priority_updated': '{actor} changed the priority of {it}{urgency}.',
      'incident.annotated': '{actor} added a note to {it}.{>event.data.content}',
      'incident.status_update_published': '{actor} posted a status update of {it}.{>event.data.message}',
      'incident.responder.added': '{actor} asked {event.data.user.summary} to respond to {it}.',
      'incident.responder.replied':
        '{event.data.user.summary} replied to the request to respond to {it}: {event.data.state}.{>event.data.message}',
      'incident.conference_bridge.updated': '{actor} updated the conference bridge of {it}.',
      'incident.incident_type.changed':
        '{actor} changed the type of {it} to {event.data.incident_type.name}.',
      'incident.workflow.started': 'A workflow started for {it}: {event.data.summary}.',
      'incident.workflow.completed': 'A workflow completed for {it}: {event.data.summary}.',
    }),
    'service.created': sentence(service, '{actor} created the service {it}.'),
    'service.updated': sentence(service, '{actor} updated the service {it}.'),
    'service.deleted': sentence(service, '{actor} deleted the service {it}.'),
    'pagey.ping': sentence(() => ({ topic: 'PagerDuty', values: {} }), 'PagerDuty will post incidents here.'),
  }),
}

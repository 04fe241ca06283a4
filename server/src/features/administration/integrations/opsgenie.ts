import { byEvent, type Describe, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { plain } from './markup.ts'
import { textAt } from './read.ts'

const alert: Describe = (payload) => {
  const title = textAt(payload, 'alert.message') || 'an alert'
  const id = plain(textAt(payload, 'alert.tinyId'))
  const priority = plain(textAt(payload, 'alert.priority'))
  return {
    topic: title,
    values: {
      actor: plain(textAt(payload, 'alert.username', 'source.name')) || 'Someone',
      it: `${plain(title)}${id && ` (#${id})`}`,
      priority: priority && `, priority ${priority}`,
    },
  }
}

export const opsgenie: Integration = {
  name: 'opsgenie',
  title: 'Opsgenie',
  category: 'Monitoring',
  description: 'Posts alerts with every step from creation to closing.',
  eventOf: (payload) => textAt(payload, 'action'),
  ...byEvent(
    sentences(alert, {
      Create: ':rotating_light: **Alert**: {it}{priority}{>alert.description}',
      Acknowledge: ':eyes: **Acknowledged** by {actor}: {it}',
      UnAcknowledge: ':rotating_light: **Unacknowledged** by {actor}: {it}',
      Close: ':check: **Closed** by {actor}: {it}',
      Delete: '{actor} deleted {it}.',
      Snooze: '{actor} snoozed {it}.',
      SnoozeEnded: ':rotating_light: The snooze of {it} ended.',
      Escalate: ':warning: **Escalated**: {it}',
      EscalateNext: ':warning: {actor} escalated {it} to the next level.',
      AssignOwnership: '{actor} assigned {it} to {alert.owner}.',
      TakeOwnership: '{actor} took ownership of {it}.',
      AddTeam: '{actor} added the team {alert.team|addedTeam} to {it}.',
      AddRecipient: '{actor} added {alert.recipient|addedRecipient} to {it}.',
      AddResponder: '{actor} added a responder to {it}.',
      AddNote: '{actor} added a note to {it}.{>alert.note}',
      AddTags: '{actor} added tags to {it}: {alert.addedTags}.',
      RemoveTags: '{actor} removed tags from {it}: {alert.removedTags}.',
      AddDetails: '{actor} added details to {it}.',
      RemoveDetails: '{actor} removed details from {it}.',
      UpdatePriority: '{actor} changed the priority of {it} from {alert.oldPriority} to {alert.priority}.',
      UpdateMessage: '{actor} renamed {it}, which was “{alert.oldMessage}”.',
      UpdateDescription: '{actor} changed the description of {it}.{>alert.description}',
      ExecuteCustomAction: '{actor} ran the action {customAction|alert.customAction} on {it}.',
    }),
  ),
}

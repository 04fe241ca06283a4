import { byEvent, type Describe, type Handler, type Phrases, phrased } from './handlers.ts'
import type { Integration } from './integration.ts'
import { link, plain, topicOf } from './markup.ts'
import { textAt, valueAt } from './read.ts'

const actorOf = (payload: unknown) =>
  plain(textAt(payload, 'actor.name', 'data.user.name', 'data.creator.name')) || 'Someone'

/** `{it}` links to the object of the event, which is named by the first of the paths. */
const object =
  (place: string, ...names: string[]): Describe =>
  (payload) => {
    const name = textAt(payload, ...names) || 'an object'
    return {
      topic: topicOf(textAt(payload, 'data.team.name', 'data.project.name') || place, name),
      values: { actor: actorOf(payload), it: link(name, textAt(payload, 'url', 'data.url')) },
    }
  }

const issueAt =
  (field: string): Describe =>
  (payload) => {
    const name = [textAt(payload, `${field}.identifier`), textAt(payload, `${field}.title`)]
      .filter((part) => part !== '')
      .join(' ')
    return {
      topic: topicOf(textAt(payload, `${field}.team.name`) || 'Linear', name || 'an issue'),
      values: {
        actor: actorOf(payload),
        it: link(name || 'an issue', textAt(payload, `${field}.url`, 'url')),
        assignee: plain(textAt(payload, `${field}.assignee.name`)) || 'nobody',
      },
    }
  }

/** An update goes by the first of these fields that changed. Others, such as the order, are not worth a message. */
const issueChanges: Phrases = {
  stateId: '{actor} moved {it} to {data.state.name}.',
  assigneeId: '{actor} assigned {it} to {assignee}.',
  title: '{actor} renamed {it}, which was “{updatedFrom.title}”.',
  priority: '{actor} changed the priority of {it} to {data.priorityLabel}.',
  labelIds: '{actor} changed the labels of {it}.',
  dueDate: '{actor} changed the due date of {it} to {data.dueDate}.',
  projectId: '{actor} moved {it} to the project {data.project.name}.',
  cycleId: '{actor} moved {it} to the cycle {data.cycle.number}.',
  estimate: '{actor} changed the estimate of {it} to {data.estimate}.',
  archivedAt: '{actor} archived {it}.',
  description: '{actor} edited the description of {it}.',
}

const changedField = (payload: unknown) =>
  Object.keys(issueChanges).find((field) => valueAt(payload, `updatedFrom.${field}`) !== undefined) ?? ''

const issue = phrased(
  issueAt('data'),
  {
    ...issueChanges,
    create: '{actor} created {it}.{>data.description}',
    remove: '{actor} deleted {it}.',
  },
  (payload) => {
    const action = textAt(payload, 'action')
    return action === 'update' ? changedField(payload) : action
  },
)

const changes = (describe: Describe, kind: string): Handler =>
  phrased(describe, {
    create: `{actor} created the ${kind} {it}.{>data.description}`,
    update: `{actor} updated the ${kind} {it}.`,
    remove: `{actor} deleted the ${kind} {it}.`,
  })

const comment = phrased(issueAt('data.issue'), {
  create: '{actor} commented on {it}.{>data.body}',
  update: '{actor} edited a comment on {it}.{>data.body}',
  remove: '{actor} deleted a comment on {it}.',
})

const reaction = phrased(issueAt('data.comment.issue'), {
  create: '{actor} reacted with `{data.emoji}` to a comment.{>data.comment.body}',
  remove: '{actor} removed the reaction `{data.emoji}` from a comment.',
})

/** Updates share the topic of their project. */
const project: Describe = (payload) => {
  const name = textAt(payload, 'data.project.name') || 'a project'
  return {
    topic: topicOf('projects', name),
    values: { actor: actorOf(payload), it: link(name, textAt(payload, 'url', 'data.url')) },
  }
}

const projectUpdate = phrased(project, {
  create: '{actor} posted an update of {it} (`{data.health}`).{>data.body}',
  update: '{actor} edited an update of {it} (`{data.health}`).{>data.body}',
  remove: '{actor} deleted an update of {it}.',
})

const deadlines: Phrases = {
  set: 'The deadline of {it} was set.',
  highRisk: ':warning: {it} is close to its deadline.',
  breached: ':rotating_light: {it} missed its deadline.',
}

export const linear: Integration = {
  name: 'linear',
  title: 'Linear',
  category: 'Project management',
  description: 'Posts changes of issues, comments, projects, updates and cycles.',
  eventOf: (payload) => textAt(payload, 'type'),
  ...byEvent({
    Issue: issue,
    Comment: comment,
    Reaction: reaction,
    IssueLabel: changes(object('Linear', 'data.name'), 'label'),
    IssueSLA: phrased(issueAt('issueData'), deadlines),
    Project: changes(object('projects', 'data.name'), 'project'),
    ProjectUpdate: projectUpdate,
    Cycle: changes(object('cycles', 'data.name', 'data.number'), 'cycle'),
    Document: changes(object('documents', 'data.title'), 'document'),
    Initiative: changes(object('initiatives', 'data.name'), 'initiative'),
  }),
}

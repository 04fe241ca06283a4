import { type Describe, type Handlers, phrased, pick } from '../handlers.ts'
import { topicOf } from '../markup.ts'
import { textAt } from '../read.ts'
import { actorOf, placeOf } from './common.ts'

const kinds: Record<string, string> = {
  Issue: 'an issue',
  PullRequest: 'a pull request',
  DraftIssue: 'a draft',
}

/** The payload has the ID of a project item, but not its title. */
const item: Describe = (payload) => ({
  topic: topicOf(placeOf(payload), 'projects'),
  values: {
    actor: actorOf(payload),
    it: pick(kinds, textAt(payload, 'projects_v2_item.content_type')) ?? 'an item',
  },
})

const project: Describe = (payload) => ({
  topic: topicOf(placeOf(payload), textAt(payload, 'projects_v2.title') || 'projects'),
  values: { actor: actorOf(payload) },
})

export const projectHandlers: Handlers = {
  projects_v2: phrased(project, {
    created: '{actor} created the project {projects_v2.title}.{>projects_v2.short_description}',
    edited: '{actor} edited the project {projects_v2.title}.',
    closed: '{actor} closed the project {projects_v2.title}.',
    reopened: '{actor} reopened the project {projects_v2.title}.',
    deleted: '{actor} deleted the project {projects_v2.title}.',
  }),
  projects_v2_item: phrased(item, {
    created: '{actor} added {it} to a project.',
    converted: '{actor} converted a draft in a project to {it}.',
    edited:
      '{actor} changed the {changes.field_value.field_name} of {it} in a project to `{changes.field_value.to.name|changes.field_value.to}`.',
    archived: '{actor} archived {it} in a project.',
    restored: '{actor} restored {it} in a project.',
    deleted: '{actor} removed {it} from a project.',
  }),
  projects_v2_status_update: phrased(item, {
    created:
      '{actor} posted a project update (`{projects_v2_status_update.status}`).{>projects_v2_status_update.body}',
    edited:
      '{actor} edited a project update (`{projects_v2_status_update.status}`).{>projects_v2_status_update.body}',
    deleted: '{actor} deleted a project update.',
  }),
}

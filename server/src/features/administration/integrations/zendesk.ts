import { byEvent, type Describe, sentence, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { link, plain, topicOf } from './markup.ts'
import { textAt } from './read.ts'

const ticket: Describe = (payload) => {
  const id = textAt(payload, 'detail.id', 'ticket_id')
  const title = textAt(payload, 'detail.subject', 'ticket_title')
  const name = `ticket #${id} ${title}`.trim()
  return {
    topic: topicOf(name),
    values: {
      it: link(name, textAt(payload, 'ticket_url')),
      actor: plain(textAt(payload, 'actor')) || 'Someone',
    },
  }
}

const object =
  (place: string, ...names: string[]): Describe =>
  (payload) => ({ topic: place, values: { it: plain(textAt(payload, ...names)) || 'someone' } })

const person = object('users', 'detail.name', 'detail.email', 'event.user.name')
const organization = object('organizations', 'detail.name')
const article: Describe = (payload) => {
  const title = textAt(payload, 'event.title', 'detail.title') || 'an article'
  return { topic: 'articles', values: { it: link(title, textAt(payload, 'detail.html_url')) } }
}

const eventPrefix = 'zen:event-type:'

/** Events of subscriptions, and `trigger` for the body that the documentation gives to triggers. */
export const zendesk: Integration = {
  name: 'zendesk',
  title: 'Zendesk',
  category: 'Customer support',
  description: 'Posts new and changed tickets, comments, users and articles.',
  eventOf(payload) {
    const type = textAt(payload, 'type')
    if (type.startsWith(eventPrefix)) return type.slice(eventPrefix.length)
    return textAt(payload, 'ticket_id') === '' ? 'unknown' : 'trigger'
  },
  ...byEvent({
    trigger: sentence(ticket, '{actor} updated {it} (`{ticket_status}`).{>comment}'),
    ...sentences(
      ticket,
      {
        created: 'New {it} (`{detail.priority|detail.status}`).{>detail.description}',
        status_changed: 'The status of {it} changed from {event.previous} to {event.current}.',
        priority_changed: 'The priority of {it} changed from {event.previous} to {event.current}.',
        subject_changed: 'The subject of {it} changed; it was “{event.previous}”.',
        description_changed: 'The description of {it} changed.{>event.current}',
        type_changed: 'The type of {it} changed to {event.current}.',
        comment_added: 'New comment on {it}.{>event.comment.body}',
        agent_assignment_changed: '{it} was assigned to another agent.',
        group_assignment_changed: '{it} was assigned to another group.',
        merged: '{it} was merged.',
        soft_deleted: '{it} was deleted.',
        undeleted: '{it} was restored.',
        permanently_deleted: '{it} was deleted permanently.',
        marked_as_spam: '{it} was marked as spam.',
      },
      'ticket.',
    ),
    ...sentences(person, { created: 'New user: {it}.', deleted: 'The user {it} was deleted.' }, 'user.'),
    ...sentences(
      organization,
      { created: 'New organization: {it}.', deleted: 'The organization {it} was deleted.' },
      'organization.',
    ),
    ...sentences(
      article,
      {
        published: 'New article: {it}.',
        unpublished: 'The article {it} was unpublished.',
        comment_created: 'New comment on the article {it}.{>event.body}',
      },
      'article.',
    ),
  }),
}

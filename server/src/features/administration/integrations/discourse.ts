import { byEvent, type Describe, sentence, sentences } from './handlers.ts'
import type { Integration } from './integration.ts'
import { plain } from './markup.ts'
import { textAt } from './read.ts'

/** The payload has no address of the forum, so nothing can be linked. */
const topic: Describe = (payload) => {
  const title = textAt(payload, 'topic.title', 'post.topic_title', 'like.post.topic_title') || 'a topic'
  const names = [
    'topic.created_by.username',
    'post.username',
    'like.user.username',
    'topic.last_poster.username',
  ]
  return {
    topic: title,
    values: { actor: plain(textAt(payload, ...names)) || 'Someone', it: `“${plain(title)}”` },
  }
}

const inForum =
  (name: string, ...paths: string[]): Describe =>
  (payload) => ({ topic: name, values: { it: plain(textAt(payload, ...paths)) || 'someone' } })

export const discourse: Integration = {
  name: 'discourse',
  title: 'Discourse',
  category: 'Customer support',
  description: 'Posts new topics, replies, users and reviews of a forum.',
  eventHeader: 'x-discourse-event',
  ...byEvent({
    ...sentences(topic, {
      topic_created: '{actor} started the topic {it}.',
      topic_edited: 'The topic {it} was edited.',
      topic_destroyed: 'The topic {it} was deleted.',
      topic_recovered: 'The topic {it} was restored.',
      topic_closed_status_updated: 'The topic {it} was closed or reopened.',
      topic_archived_status_updated: 'The topic {it} was archived or unarchived.',
      post_created: '{actor} replied to {it}.{>post.raw}',
      post_edited: '{actor} edited a reply to {it}.{>post.raw}',
      post_destroyed: 'A reply of {actor} to {it} was deleted.',
      post_recovered: 'A reply of {actor} to {it} was restored.',
      post_liked: '{actor} liked a reply to {it}.',
      accepted_solution: 'A reply of {actor} was accepted as the solution of {it}.',
    }),
    ...sentences(inForum('users', 'user.username'), {
      user_created: 'New user: {it}.',
      user_approved: 'The user {it} was approved.',
      user_suspended: 'The user {it} was suspended.',
      user_destroyed: 'The user {it} was deleted.',
    }),
    category_created: sentence(inForum('categories', 'category.name'), 'New category: {it}.'),
    group_created: sentence(inForum('groups', 'group.name'), 'New group: {it}.'),
    tag_created: sentence(inForum('tags', 'tag.name'), 'New tag: {it}.'),
    reviewable_created: sentence(
      inForum('review', 'reviewable.type'),
      ':eyes: Something needs a review: {it}.{>reviewable.payload.raw}',
    ),
    ping: sentence(() => ({ topic: 'Discourse', values: {} }), 'Discourse will post events here.'),
  }),
}

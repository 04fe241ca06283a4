import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { visibilityPolicy } from '../objects/topics.ts'
import { json, text } from '../param.ts'

export const updateUserTopic = endpoint({
  route: 'POST /user_topics',
  summary: 'Update personal preferences for a topic',
  notes:
    'Use this to mute, unmute or follow a topic, or to reset it to the setting of its channel. The topic need not ' +
    'exist, and the caller need not be subscribed; a reset also works without access to the channel.',
  auth: 'user',
  params: { stream_id: json(z.int()), topic: text(), visibility_policy: json(visibilityPolicy) },
  example: { stream_id: sample.channel, topic: 'plums', visibility_policy: 3 },
  reply: {},
  reasons: ['channel-not-found', 'topic-name-too-long'],
})

export const updateMutedTopics = endpoint({
  route: 'PATCH /users/me/subscriptions/muted_topics',
  summary: 'Update topic muting',
  notes: 'Use this only in older clients. The channel is given by either `stream_id` or `stream`.',
  deprecated: 'Use `POST /user_topics`.',
  auth: 'user',
  params: {
    stream_id: json(z.int().optional()),
    stream: text(shortText.optional()),
    topic: text(),
    op: text(z.enum(['add', 'remove'])),
  },
  example: { stream_id: sample.channel, topic: 'wasps', op: 'add' },
  reply: {},
  reasons: [
    'channel-not-found',
    'topic-name-too-long',
    'channel-reference-ambiguous',
    'channel-reference-missing',
  ],
})

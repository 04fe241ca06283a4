import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { visibilityPolicy } from '../objects/topics.ts'
import { json, text } from '../param.ts'

export const updateUserTopic = endpoint({
  route: 'POST /user_topics',
  summary: 'Mute, unmute or follow a topic, or leave it to its channel again',
  notes:
    '`visibility_policy`: 0 as the channel is, 1 muted, 2 unmuted, 3 followed. The topic need not exist and the ' +
    'caller need not be subscribed; 0 is possible also where the caller has no access any more.',
  auth: 'user',
  params: { stream_id: json(z.int()), topic: text(), visibility_policy: json(visibilityPolicy) },
  example: { stream_id: sample.channel, topic: 'plums', visibility_policy: 3 },
  reply: {},
})

export const updateMutedTopics = endpoint({
  route: 'PATCH /users/me/subscriptions/muted_topics',
  summary: 'Mute a topic or leave it to its channel again',
  deprecated: 'Use `POST /user_topics`.',
  notes: 'The channel is named by one of `stream_id` and `stream`.',
  auth: 'user',
  params: {
    stream_id: json(z.int().optional()),
    stream: text(shortText.optional()),
    topic: text(),
    op: text(z.enum(['add', 'remove'])),
  },
  example: { stream_id: sample.channel, topic: 'wasps', op: 'add' },
  reply: {},
  errors: ['ParametersExclusive'],
})

import { z } from 'zod'
import { list, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'
import { channelDescription } from './channels.ts'

export const maxDefaultGroupNameLength = 60

const stream_names = json(list(shortText, maxObjects))

const nameReasons = [
  'default-channel-group-name-empty',
  'default-channel-group-name-too-long',
  'default-channel-group-name-taken',
] as const

export const createDefaultChannelGroup = endpoint({
  route: 'POST /default_stream_groups/create',
  summary: 'Create a default channel group',
  notes: 'Use this to define a named set of channels that new users can choose.',
  auth: 'user',
  gate: 'admin',
  params: { group_name: text(), description: text(channelDescription), stream_names },
  example: { group_name: 'Kitchen', description: 'For those who cook', stream_names: ['meadow'] },
  reply: {},
  reasons: [...nameReasons, 'channel-not-found', 'default-channel-group-channel-is-default'],
})

export const updateDefaultChannelGroup = endpoint({
  route: 'PATCH /default_stream_groups/{group_id}',
  summary: 'Update a default channel group',
  notes:
    'Use this to change the name or description of a default channel group. Missing or empty values are unchanged.',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: {
    new_group_name: text(shortText.optional()),
    new_description: text(channelDescription.optional()),
  },
  example: { group_id: sample.defaultChannelGroup, new_description: 'For those who are outside all day' },
  reply: {},
  reasons: [...nameReasons, 'default-channel-group-not-found', 'default-channel-group-change-empty'],
})

export const changeDefaultChannelGroup = endpoint({
  route: 'PATCH /default_stream_groups/{group_id}/streams',
  summary: 'Update channels of a default channel group',
  notes: 'Use this to add channels to a default channel group, or remove them.',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: { op: text(z.enum(['add', 'remove'])), stream_names },
  example: { group_id: sample.defaultChannelGroup, op: 'add', stream_names: ['meadow'] },
  reply: {},
  reasons: [
    'channel-not-found',
    'default-channel-group-not-found',
    'default-channel-group-channel-is-default',
    'default-channel-group-has-channel',
    'default-channel-group-lacks-channel',
  ],
})

export const deleteDefaultChannelGroup = endpoint({
  route: 'DELETE /default_stream_groups/{group_id}',
  summary: 'Delete a default channel group',
  notes: 'Use this to remove a set of channels. The channels themselves stay.',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: {},
  example: { group_id: sample.defaultChannelGroup },
  reply: {},
  reasons: ['default-channel-group-not-found'],
})

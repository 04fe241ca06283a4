import { z } from 'zod'
import { list, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'
import { channelDescription } from './channels.ts'

export const maxDefaultGroupNameLength = 60

const stream_names = json(list(shortText, maxObjects))

export const createDefaultChannelGroup = endpoint({
  route: 'POST /default_stream_groups/create',
  summary: 'Make a named set of channels that new people can choose to be subscribed to',
  auth: 'user',
  gate: 'admin',
  params: { group_name: text(), description: text(channelDescription), stream_names },
  example: { group_name: 'Kitchen', description: 'For those who cook', stream_names: ['meadow'] },
  reply: {},
})

export const updateDefaultChannelGroup = endpoint({
  route: 'PATCH /default_stream_groups/{group_id}',
  summary: 'Rename or describe a default channel group',
  notes: 'What is missing or empty stays as it is.',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: {
    new_group_name: text(shortText.optional()),
    new_description: text(channelDescription.optional()),
  },
  example: { group_id: sample.defaultChannelGroup, new_description: 'For those who are outside all day' },
  reply: {},
})

export const changeDefaultChannelGroup = endpoint({
  route: 'PATCH /default_stream_groups/{group_id}/streams',
  summary: 'Put channels into a default channel group, or take them out of it',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: { op: text(z.enum(['add', 'remove'])), stream_names },
  example: { group_id: sample.defaultChannelGroup, op: 'add', stream_names: ['meadow'] },
  reply: {},
})

export const deleteDefaultChannelGroup = endpoint({
  route: 'DELETE /default_stream_groups/{group_id}',
  summary: 'Delete a default channel group; its channels stay',
  auth: 'user',
  gate: 'admin',
  path: { group_id: 'int' },
  params: {},
  example: { group_id: sample.defaultChannelGroup },
  reply: {},
})

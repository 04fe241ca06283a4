import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { groupChangeInput } from '../objects/groups.ts'
import { json, jsonOrText, text } from '../param.ts'
import { permissionReasons } from '../reasons/shared.ts'
import { channelDescription } from './channels.ts'

const holder = json(groupChangeInput.optional())

export const updateChannel = endpoint({
  route: 'PATCH /streams/{stream_id}',
  summary: 'Update a channel',
  notes:
    'Use this to change the name, description, privacy or permissions of a channel. Properties are changed one by ' +
    'one; those before the first that fails stay changed. `is_archived` archives and unarchives. ' +
    '`folder_id` is an extension of Loquat.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {
    is_private: json(z.boolean().optional()),
    is_web_public: json(z.boolean().optional()),
    history_public_to_subscribers: json(z.boolean().optional()),
    is_default_stream: json(z.boolean().optional()),
    message_retention_days: jsonOrText(z.union([shortText, z.int()]).optional()),
    description: text(channelDescription.optional()),
    new_name: text(shortText.optional()),
    is_archived: json(z.boolean().optional()),
    folder_id: json(z.int().nullable().optional()),
    can_add_subscribers_group: holder,
    can_administer_channel_group: holder,
    can_remove_subscribers_group: holder,
    can_send_message_group: holder,
    can_subscribe_group: holder,
  },
  example: {
    stream_id: sample.channel,
    description: 'Trees, and what grows on them',
    message_retention_days: 'unlimited',
  },
  reply: {},
  reasons: [
    'channel-not-found',
    'channel-administration-denied',
    'channel-name-empty',
    'channel-name-too-long',
    'channel-name-invalid',
    'channel-name-unchanged',
    'channel-name-taken',
    'channel-permission-denied',
    ...permissionReasons,
    'permission-value-outdated',
    'channel-privacy-denied',
    'channel-privacy-kind-denied',
    'channel-privacy-web-public-denied',
    'channel-privacy-default-channel',
    'channel-privacy-moderation-channel',
    'channel-history-public',
    'web-public-channel-private',
    'web-public-channels-disabled',
    'channel-retention-change-denied',
    'channel-retention-invalid',
    'default-channel-change-denied',
    'default-channel-unavailable',
    'channel-folder-not-found',
    'channel-folder-archived',
    'channel-already-archived',
    'channel-not-archived',
    'channel-unarchiving-denied',
    'channel-unarchiving-abandoned',
  ],
})

export const archiveChannel = endpoint({
  route: 'DELETE /streams/{stream_id}',
  summary: 'Archive a channel',
  notes:
    'Use this when a channel is no longer used. Its messages can be read, but nobody can send messages to it.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.oldChannel },
  reply: {},
  reasons: ['channel-not-found', 'channel-administration-denied', 'channel-already-archived'],
})

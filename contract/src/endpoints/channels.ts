import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { channelObject, subscriptionObject } from '../objects/channels.ts'
import { groupSettingValue } from '../objects/groups.ts'
import { flag, json, jsonOrText, text } from '../param.ts'

export const maxChannelNameLength = 60
export const maxChannelDescriptionLength = 1024

/** Lengths are counted in code points. */
const description = z
  .string()
  .refine((value) => [...value].length <= maxChannelDescriptionLength, 'The description is too long')

const principals = json(z.union([z.array(z.int()), z.array(z.string())]).optional())
const holder = json(groupSettingValue.optional())

/** Channel names by the ID of the user they concern. */
const namesByUser = z.record(z.string(), z.array(z.string()))

export const subscribe = endpoint({
  route: 'POST /users/me/subscriptions',
  summary: 'Subscribe people to channels, creating those that do not exist',
  notes: 'Parameters after `authorization_errors_fatal` describe channels this call creates.',
  auth: 'user',
  gate: 'not-guest',
  params: {
    subscriptions: json(
      z.array(
        z.object({
          name: z.string(),
          description: description.optional(),
          color: z
            .string()
            .regex(/^#[0-9a-fA-F]{3,6}$/)
            .optional(),
        }),
      ),
    ),
    principals,
    authorization_errors_fatal: flag(true),
    invite_only: flag(),
    is_web_public: flag(),
    history_public_to_subscribers: json(z.boolean().optional()),
    message_retention_days: jsonOrText(z.union([z.string(), z.int()]).optional()),
    can_add_subscribers_group: holder,
    can_administer_channel_group: holder,
    can_remove_subscribers_group: holder,
    can_send_message_group: holder,
    can_subscribe_group: holder,
  },
  reply: {
    subscribed: namesByUser,
    already_subscribed: namesByUser,
    unauthorized: z.array(z.string()).optional(),
  },
  errors: ['UnauthorizedPrincipal', 'ParameterInvalid', 'SystemGroupRequired'],
})

export const getSubscriptions = endpoint({
  route: 'GET /users/me/subscriptions',
  summary: 'The channels the caller is subscribed to',
  auth: 'user',
  params: { include_subscribers: flag() },
  reply: { subscriptions: z.array(subscriptionObject) },
})

export const unsubscribe = endpoint({
  route: 'DELETE /users/me/subscriptions',
  summary: 'Unsubscribe oneself or others from channels',
  auth: 'user',
  params: { subscriptions: json(z.array(z.string())), principals },
  reply: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
})

export const getChannel = endpoint({
  route: 'GET /streams/{stream_id}',
  summary: 'One channel',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {},
  reply: { stream: channelObject },
})

export const getChannelId = endpoint({
  route: 'GET /get_stream_id',
  summary: 'The ID of a channel, by its name',
  auth: 'user',
  params: { stream: text() },
  reply: { stream_id: z.int() },
})

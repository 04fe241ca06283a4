import { areas, type ParamsOf, refuse } from '@loquat/contract'
import { implement } from '../../http/implement.ts'
import { type Anchor, fetchMessages, type Selection } from './fetch.ts'
import { changeFlags } from './flags.ts'
import { sendMessage } from './send.ts'

export const messageRoutes = implement(areas.messages, {
  sendMessage: async ({ app, realm, user, params, clientName }) => {
    const { queue_id, local_id } = params
    const id = await sendMessage(app, realm, user, {
      type: params.type,
      to: params.to,
      topic: params.topic,
      content: params.content,
      clientName,
      readBySender: params.read_by_sender,
      echo: queue_id === undefined || local_id === undefined ? undefined : { queue_id, local_id },
    })
    return { id }
  },

  getMessages: async ({ app, realm, user, params }) => {
    const fetched = await fetchMessages(app.database.db, realm, params.narrow ?? [], selectionOf(params), {
      viewer: user,
      applyMarkdown: params.apply_markdown,
      externalAvatar: params.client_external_avatar,
      emptyTopicAllowed: params.allow_empty_topic_name,
    })
    return { ...fetched, history_limited: false }
  },

  updateMessageFlags: async ({ realm, user, params }) => ({
    messages: params.messages,
    ignored_because_not_subscribed_channels: await changeFlags(realm, user, params),
  }),
})

type GetMessages = ParamsOf<typeof areas.messages.getMessages>

const rangeNames = ['num_before', 'num_after', 'anchor', 'include_anchor', 'use_first_unread_anchor'] as const

/** Either a list of IDs or a range around an anchor. */
function selectionOf(params: GetMessages): Selection {
  if (params.message_ids !== null) {
    if (rangeNames.some((name) => params[name] !== undefined)) {
      const parameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'
      throw refuse('ParametersExclusive', `Only one way to choose messages at a time: ${parameters}.`, {
        parameters,
      })
    }
    return { ids: params.message_ids }
  }
  for (const name of ['num_before', 'num_after'] as const) {
    if (params[name] === undefined)
      throw refuse('ParameterMissing', `Missing '${name}' parameter.`, { var_name: name })
  }
  return {
    anchor: anchorOf(params),
    includeAnchor: params.include_anchor ?? true,
    numBefore: params.num_before ?? 0,
    numAfter: params.num_after ?? 0,
  }
}

function anchorOf({ anchor, use_first_unread_anchor }: GetMessages): Anchor {
  if (use_first_unread_anchor) return 'first_unread'
  switch (anchor?.trim()) {
    case undefined:
      throw refuse('BadRequest', "Missing 'anchor' parameter.")
    case 'first_unread':
      return 'first_unread'
    case 'oldest':
      return 0
    case 'newest':
      return Number.POSITIVE_INFINITY
    default:
      return Number(anchor)
  }
}

import { apiError, areas, type ParamsOf } from '@loquat/contract'
import { implement, RawReply } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { defaultDestination } from '../../identity/bots/defaults.ts'
import { type Anchor, fetchMessages, type MessageSelection } from '../message-queries/fetch.ts'
import { findMatches } from '../message-queries/matches.ts'
import { assertNarrowWithin } from '../message-queries/narrow-within.ts'
import { changeFlags } from '../read-state/flags.ts'
import { changeFlagsInNarrow, markAllAsRead, markChannelAsRead, markTopicAsRead } from '../read-state/mark.ts'
import { componentsToSend } from '../submessages/components.ts'
import { renderWithFiles } from '../uploads/render.ts'
import { sendForCaller } from './send-for-caller.ts'

export const messageRoutes = implement(areas.messages, {
  sendMessage: async ({ app, realm, user, token, params, clientName, isGone }) => {
    const { queue_id, local_id } = params
    assertNotForged(params)
    return await sendForCaller(app, realm, user, {
      type: params.type,
      to: params.to ?? defaultDestination(user, params.type),
      topic: params.topic,
      content: params.content,
      onlyChannels: token?.channels,
      clientName,
      isGone,
      readBySender: params.read_by_sender,
      widgetContent: params.widget_content,
      components: componentsToSend(user, params.components, params.widget_content),
      echo: queue_id === undefined || local_id === undefined ? undefined : { queue_id, local_id },
    })
  },

  renderMessage: async ({ app, realm, user, params }) => ({
    rendered: (await renderWithFiles(app, realm, user, params.content)).html,
  }),

  getMessages: heavyRead(async ({ app, realm, user, token, params, arrivedAt }) => {
    if (token?.channels !== undefined) {
      await assertNarrowWithin(realm, user, token.channels, params.narrow ?? [])
    }
    const view = {
      viewer: user,
      applyMarkdown: params.apply_markdown,
      externalAvatar: params.client_external_avatar,
      emptyTopicAllowed: params.allow_empty_topic_name,
    }
    const selection = selectionOf(params)
    const { messages, ...found } = await fetchMessages(app, realm, params.narrow ?? [], selection, view, {
      arrivedAt,
      similarWords: params.search_words === 'similar',
      inFiles: params.search_files,
      byRelevance: params.search_order === 'relevance',
    })
    const rest = JSON.stringify({ ...found, history_limited: false }).slice(1, -1)
    return new RawReply(`"messages":[${messages.join(',')}],${rest}`)
  }),

  updateMessageFlags: async ({ realm, user, params }) => ({
    messages: params.messages,
    ignored_because_not_subscribed_channels: await changeFlags(realm, user, params),
  }),

  updateMessageFlagsForNarrow: heavyRead(
    async ({ realm, user, params }) =>
      await changeFlagsInNarrow(realm, user, {
        terms: params.narrow ?? [],
        anchor: anchorOf(params.anchor),
        includeAnchor: params.include_anchor,
        numBefore: params.num_before,
        numAfter: params.num_after,
        op: params.op,
        flag: params.flag,
      }),
  ),

  matchesNarrow: heavyRead(async ({ app, realm, user, params }) => ({
    messages: await findMatches(app, realm, user, params.msg_ids, params.narrow),
  })),

  markAllAsRead: async ({ realm, user }) => {
    await markAllAsRead(realm, user)
    return { complete: true }
  },

  markChannelAsRead: async ({ realm, user, params }) => {
    await markChannelAsRead(realm, user, params.stream_id)
    return {}
  },

  markTopicAsRead: async ({ realm, user, params }) => {
    await markTopicAsRead(realm, user, params.stream_id, params.topic_name)
    return {}
  },
})

/** Refuses mirroring parameters, which once allowed sending in another user's name. */
function assertNotForged({ sender, forged }: ParamsOf<typeof areas.messages.sendMessage>): void {
  if (sender !== undefined) throw apiError('message-sender-denied', { parameter: 'sender' })
  if (forged) throw apiError('message-sender-denied', { parameter: 'forged' })
}

type GetMessages = ParamsOf<typeof areas.messages.getMessages>

const rangeNames = ['num_before', 'num_after', 'anchor', 'include_anchor', 'use_first_unread_anchor'] as const

/** Parses a list of IDs or a range around an anchor. */
function selectionOf(params: GetMessages): MessageSelection {
  if (params.message_ids !== null) {
    if (rangeNames.some((name) => params[name] !== undefined)) {
      const parameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'
      throw apiError('message-selection-ambiguous', { parameters }, { parameters })
    }
    return { ids: params.message_ids }
  }
  for (const name of ['num_before', 'num_after'] as const) {
    if (params[name] === undefined)
      throw apiError('parameter-missing', { parameter: name }, { var_name: name })
  }
  return {
    anchor: params.use_first_unread_anchor ? 'first_unread' : anchorOf(params.anchor),
    includeAnchor: params.include_anchor ?? true,
    numBefore: params.num_before ?? 0,
    numAfter: params.num_after ?? 0,
  }
}

function anchorOf(anchor: string | undefined): Anchor {
  switch (anchor?.trim()) {
    case undefined:
      throw apiError('message-anchor-missing')
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

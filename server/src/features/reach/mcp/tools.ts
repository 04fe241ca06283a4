import type { EndpointName } from '@loquat/contract'
import { z } from 'zod'
import { channelTerm, personTerm, presentMessage, presentMessages, type WireMessage } from './present.ts'

/** Calls an endpoint as the owner of the token. */
export type CallApi = (name: EndpointName, input: Record<string, unknown>) => Promise<Record<string, unknown>>

export interface AssistantTool {
  name: string
  title: string
  description: string
  /** Endpoints that it calls. The tool is offered only to tokens that may call them. */
  endpoints: readonly EndpointName[]
  input: z.ZodObject
  isReadOnly: boolean
  run(api: CallApi, input: Record<string, unknown>): Promise<unknown>
}

/** Keeps the type of the input within the declaration. */
const tool = <Input extends z.ZodObject>(
  declaration: Omit<AssistantTool, 'input' | 'run'> & {
    input: Input
    run(api: CallApi, input: z.output<Input>): Promise<unknown>
  },
): AssistantTool => declaration as unknown as AssistantTool

const maxFound = 50
const maxRead = 100
const maxListed = 200
/** Unread messages that the overview looks at. */
const maxUnread = 1_000

const words = z.string().min(1).max(500)
const channel = z.string().min(1).max(100).describe('Name or ID of the channel')
const topic = z.string().max(100).describe('Topic; empty for the general topic')
const content = z.string().min(1).max(10_000).describe('Text of the message in Markdown')
const beforeId = z.int().positive().optional().describe('Only messages older than this message ID')

/** A page of the newest messages of a narrow, or of those before a message. */
const page = (limit: number, before: number | undefined) => ({
  ...(before === undefined ? { anchor: 'newest' } : { anchor: String(before), include_anchor: false }),
  num_before: limit,
  num_after: 0,
  apply_markdown: false,
  allow_empty_topic_name: true,
})

/** The ID of a channel. Tokens that are limited to channels have to name it themselves. */
async function channelId(api: CallApi, name: string): Promise<number> {
  if (/^\d{1,15}$/.test(name)) return Number(name)
  return (await api('getChannelId', { stream: name.replace(/^#/, '') })).stream_id as number
}

/** The recipients of a message or draft. */
const destination = {
  channel: channel.optional(),
  topic: topic.optional(),
  user_ids: z
    .array(z.int().positive())
    .min(1)
    .max(20)
    .optional()
    .describe('For a direct message, instead of a channel'),
}
type Destination = {
  channel?: string | undefined
  topic?: string | undefined
  user_ids?: number[] | undefined
}

async function recipientOf(api: CallApi, { channel: name, topic = '', user_ids: ids }: Destination) {
  if ((name === undefined) === (ids === undefined)) throw new InputError('Give either a channel or user_ids.')
  return name === undefined
    ? { type: 'private', to: ids ?? [], topic: '' }
    : { type: 'stream', to: [await channelId(api, name)], topic }
}

/** Wrong input, as a sentence for the model. */
export class InputError extends Error {}

const reading = [
  tool({
    name: 'search_messages',
    title: 'Search messages',
    description: 'Finds messages by words, in everything that the user can read, newest first.',
    endpoints: ['getMessages'],
    isReadOnly: true,
    input: z.object({
      query: words,
      channel: channel.optional(),
      topic: topic.optional(),
      sender_id: z.int().positive().optional(),
      limit: z.int().min(1).max(maxFound).default(20),
      before_id: beforeId,
    }),
    run: async (api, input) => {
      const narrow = [
        ...(input.channel === undefined ? [] : [channelTerm(input.channel)]),
        ...(input.topic === undefined ? [] : [{ operator: 'topic', operand: input.topic }]),
        ...(input.sender_id === undefined ? [] : [personTerm(input.sender_id)]),
        { operator: 'search', operand: input.query },
      ]
      const found = await api('getMessages', {
        narrow,
        search_words: 'similar',
        ...page(input.limit, input.before_id),
      })
      const { messages, more } = presentMessages(found)
      return { messages: messages.toReversed(), more }
    },
  }),
  tool({
    name: 'read_topic',
    title: 'Read a topic',
    description: 'The newest messages of a topic, oldest first.',
    endpoints: ['getMessages'],
    isReadOnly: true,
    input: z.object({
      channel,
      topic,
      limit: z.int().min(1).max(maxRead).default(50),
      before_id: beforeId,
    }),
    run: async (api, input) => {
      const narrow = [channelTerm(input.channel), { operator: 'topic', operand: input.topic }]
      return presentMessages(await api('getMessages', { narrow, ...page(input.limit, input.before_id) }))
    },
  }),
  tool({
    name: 'read_message',
    title: 'Read a message',
    description: 'One message with its full text.',
    endpoints: ['getMessage'],
    isReadOnly: true,
    input: z.object({ message_id: z.int().positive() }),
    run: async (api, { message_id }) => {
      const { message } = await api('getMessage', {
        message_id,
        apply_markdown: false,
        allow_empty_topic_name: true,
      })
      return presentMessage(message as WireMessage, Number.POSITIVE_INFINITY)
    },
  }),
  tool({
    name: 'list_channels',
    title: 'List channels',
    description: 'Channels that the user can see, with descriptions.',
    endpoints: ['getChannels'],
    isReadOnly: true,
    input: z.object({ query: words.optional().describe('Part of the name') }),
    run: async (api, { query = '' }) => {
      const { streams } = await api('getChannels', {})
      const all = streams as { stream_id: number; name: string; description: string; invite_only: boolean }[]
      return listed(
        all
          .filter(({ name }) => includes(name, query))
          .map(({ stream_id: id, name, description, invite_only: isPrivate }) => ({
            id,
            name,
            description: description.slice(0, 300),
            private: isPrivate,
          })),
      )
    },
  }),
  tool({
    name: 'list_topics',
    title: 'List topics',
    description: 'Topics of a channel, the most recent first.',
    endpoints: ['getTopics'],
    isReadOnly: true,
    input: z.object({ channel }),
    run: async (api, input) => {
      const id = await channelId(api, input.channel)
      const { topics } = await api('getTopics', { stream_id: id, allow_empty_topic_name: true })
      return listed(
        (topics as { name: string; max_id: number }[]).map(({ name, max_id: newest }) => ({
          topic: name,
          newest_message_id: newest,
        })),
      )
    },
  }),
  tool({
    name: 'list_people',
    title: 'List people',
    description: 'Active people and bots of the organization, with their IDs.',
    endpoints: ['getUsers'],
    isReadOnly: true,
    input: z.object({ query: words.optional().describe('Part of the name') }),
    run: async (api, { query = '' }) => {
      const { members } = await api('getUsers', {})
      const all = members as {
        user_id: number
        full_name: string
        is_active: boolean
        is_bot: boolean
        role: number
      }[]
      return listed(
        all
          .filter((one) => one.is_active && includes(one.full_name, query))
          .map(({ user_id: id, full_name: name, is_bot: isBot, role }) => ({ id, name, bot: isBot, role })),
      )
    },
  }),
  tool({
    name: 'unread_overview',
    title: 'Unread overview',
    description: 'Conversations with unread messages of the user, and how many there are.',
    endpoints: ['getMessages'],
    isReadOnly: true,
    input: z.object({}),
    run: async (api) => {
      const found = await api('getMessages', {
        narrow: [
          { operator: 'is', operand: 'unread' },
          { operator: 'in', operand: 'home' },
        ],
        ...page(maxUnread, undefined),
      })
      const counts = new Map<string, { place: object; unread: number }>()
      for (const message of found.messages as WireMessage[]) {
        const { channel: name, topic: subject, direct_with: others } = presentMessage(message, 0)
        const place = others === undefined ? { channel: name, topic: subject } : { direct_with: others }
        const known = counts.get(JSON.stringify(place)) ?? { place, unread: 0 }
        counts.set(JSON.stringify(place), { ...known, unread: known.unread + 1 })
      }
      const places = [...counts.values()].sort((a, b) => b.unread - a.unread)
      return {
        ...listed(places.map(({ place, unread }) => ({ ...place, unread }))),
        older_ones_not_counted: found.found_oldest === false,
      }
    },
  }),
]

const writing = [
  tool({
    name: 'draft_message',
    title: 'Draft a message',
    description: 'Stores a draft that the user can check, change and send in the app. Sends nothing.',
    endpoints: ['createDrafts'],
    isReadOnly: false,
    input: z.object({ ...destination, content }),
    run: async (api, input) => {
      const recipient = await recipientOf(api, input)
      const { ids } = await api('createDrafts', { drafts: [{ ...recipient, content: input.content }] })
      return { draft_id: (ids as number[])[0] }
    },
  }),
  tool({
    name: 'post_message',
    title: 'Send a message',
    description: 'Sends a message in the name of the user. Ask the user before, unless they told you to.',
    endpoints: ['sendMessage'],
    isReadOnly: false,
    input: z.object({ ...destination, content }),
    run: async (api, input) => {
      const { type, to, topic: subject } = await recipientOf(api, input)
      const place =
        type === 'private' ? { type: 'direct', to } : { type: 'stream', to: to[0], topic: subject }
      const { id } = await api('sendMessage', { ...place, content: input.content })
      return { message_id: id }
    },
  }),
  tool({
    name: 'react',
    title: 'React to a message',
    description: 'Adds an emoji to a message in the name of the user.',
    endpoints: ['addReaction'],
    isReadOnly: false,
    input: z.object({
      message_id: z.int().positive(),
      emoji_name: z.string().min(1).max(100).describe('Such as thumbs_up'),
    }),
    run: async (api, input) => await api('addReaction', input),
  }),
]

export const assistantTools: readonly AssistantTool[] = [...reading, ...writing]

const includes = (name: string, query: string) => name.toLowerCase().includes(query.toLowerCase())

const listed = <T>(all: readonly T[]) => ({ items: all.slice(0, maxListed), more: all.length > maxListed })

import type { FetchedMessage } from '@loquat/contract'
import {
  ArrowRightLeft,
  AtSign,
  Forward,
  GitBranch,
  PenLine,
  Quote,
  Reply,
  Smile,
  SmilePlus,
  ThumbsUp,
  UserRound,
} from 'lucide-react'
import { openBranch } from '../../branches/branch.ts'
import { replyTo, replyToSender } from '../../compose/compose.ts'
import { forward, replyWithMention } from '../../compose/forward.ts'
import { quote } from '../../compose/quote.ts'
import { holdKeysFor } from '../../keyboard/held-keys.ts'
import { pressInRow } from '../../keyboard/target.ts'
import { conversationOf } from '../../navigation/conversation.ts'
import { myId } from '../../session/session.ts'
import { openMove } from '../../shell/dialogs.ts'
import { startEditing } from '../editing.ts'
import { inOwnTone, toggleReaction } from '../reactions.ts'
import { asMember, everywhere, icon, isOwn, label, listed } from './command-parts.tsx'
import type { MessageCommand } from './message-command.ts'

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const
const toReact = (message: FetchedMessage) => ({ kind: 'react', message }) as const

/** A direct conversation with one other person, or with oneself. */
function isPrivate(message: FetchedMessage): boolean {
  const conversation = conversationOf(message, myId())
  return conversation.kind === 'dm' && conversation.userIds.length < 2
}

/** Replies, reactions and changes. */
export const respondCommands: readonly MessageCommand[] = [
  {
    id: 'reply',
    section: 'respond',
    places: everywhere,
    barPosition: 3,
    keys: 'R',
    icon: icon(Reply),
    label: label('message.reply'),
    permission: asMember,
    run: replyTo,
  },
  {
    id: 'replyToSender',
    section: 'respond',
    places: listed,
    keys: 'Shift+R',
    icon: icon(UserRound),
    label: label('message.replyToSender'),
    permission: (message) => ({
      kind: 'post-directly',
      userIds: isOwn(message) ? [] : [message.sender_id],
    }),
    isListed: ({ message }) => !isOwn(message) && !isPrivate(message),
    run: replyToSender,
  },
  {
    id: 'quote',
    section: 'respond',
    places: listed,
    keys: '>',
    icon: icon(Quote),
    label: label('message.quote'),
    permission: asMember,
    run: (message) => void quote(message),
  },
  {
    id: 'branch',
    section: 'respond',
    places: listed,
    keys: 'O',
    icon: icon(GitBranch),
    label: label('message.branch'),
    unavailable: ({ stream_id: channelId }) =>
      channelId === undefined ? 'keyboard.needs.channelMessage' : undefined,
    permission: ({ stream_id: channelId }) => ({ kind: 'post', channelId: channelId ?? 0 }),
    run: openBranch,
  },
  {
    id: 'forward',
    section: 'respond',
    places: listed,
    keys: '<',
    icon: icon(Forward),
    label: label('message.forward'),
    permission: asMember,
    run: (message) => void forward(message),
  },
  {
    id: 'mention',
    section: 'respond',
    places: [],
    keys: '@',
    icon: icon(AtSign),
    label: label('command.mention'),
    permission: asMember,
    run: replyWithMention,
  },
  {
    id: 'react',
    section: 'respond',
    places: ['bar'],
    barPosition: 2,
    keys: ':',
    icon: icon(SmilePlus),
    label: label('message.react'),
    permission: toReact,
    run: (message) => {
      pressInRow(message.id, '[data-react]')
      holdKeysFor('[role="dialog"] input[type="search"]')
    },
  },
  {
    id: 'thumbsUp',
    section: 'respond',
    places: ['bar'],
    barPosition: 1,
    keys: '+',
    icon: icon(ThumbsUp),
    label: label('message.thumbsUp'),
    permission: toReact,
    run: ({ id }) => void toggleReaction(id, inOwnTone(thumbsUp)),
  },
  {
    id: 'sameReaction',
    section: 'respond',
    places: [],
    keys: '=',
    icon: icon(Smile),
    label: label('command.sameReaction'),
    permission: toReact,
    run: ({ id, reactions: [first] }) => {
      if (first === undefined) return
      const { emoji_name, emoji_code, reaction_type } = first
      void toggleReaction(id, inOwnTone({ emoji_name, emoji_code, reaction_type }))
    },
  },
  {
    id: 'edit',
    section: 'respond',
    places: listed,
    keys: 'E',
    icon: icon(PenLine),
    label: label('message.edit'),
    permission: (message) => ({ kind: 'edit', message }),
    isListed: ({ message }) => isOwn(message),
    run: ({ id }) => void startEditing(id),
  },
  {
    id: 'move',
    section: 'respond',
    places: listed,
    keys: 'M',
    icon: icon(ArrowRightLeft),
    label: label('message.move'),
    permission: (message) => ({ kind: 'move', message }),
    isListed: ({ message }) => message.stream_id !== undefined,
    run: ({ id, stream_id: channelId, subject: topic }) => {
      if (channelId !== undefined) openMove({ channelId, topic, messageId: id })
    },
  },
]

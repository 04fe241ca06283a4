import type { FetchedMessage } from '@loquat/contract'
import {
  ArrowRightLeft,
  AtSign,
  CheckCheck,
  Code,
  Copy,
  ExternalLink,
  FoldVertical,
  Forward,
  History,
  Image,
  Link,
  type LucideIcon,
  MailOpen,
  PenLine,
  Quote,
  Reply,
  Smile,
  SmilePlus,
  Star,
  ThumbsUp,
  Trash2,
  UserRound,
} from 'lucide-react'
import { replyTo, replyToSender } from '../../compose/compose.ts'
import { forward, replyWithMention } from '../../compose/forward.ts'
import { quote } from '../../compose/quote.ts'
import { feedFor } from '../../feed/feeds.ts'
import { plainText } from '../../feed/plain-text.ts'
import { holdKeysFor } from '../../keyboard/held-keys.ts'
import { go, pressInRow, rowOf, viewAround } from '../../keyboard/target.ts'
import { conversationOf } from '../../navigation/conversation.ts'
import { isConversation } from '../../navigation/narrow.ts'
import { myId } from '../../session/session.ts'
import { openHistory, openMove, openReceipts } from '../../shell/dialogs.ts'
import { openPerson } from '../../shell/person-card.ts'
import { toggleCollapsed } from '../collapse.ts'
import { confirmDelete } from '../delete-confirmation.ts'
import { startEditing } from '../editing.ts'
import { copyMessageLink, copySource, copyText, markUnreadFrom, toggleStar } from '../message-actions.ts'
import { toggleReaction } from '../reactions.ts'
import type { CommandPlace, MessageCommand } from './message-command.ts'

const thumbsUp = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

const icon = (Icon: LucideIcon) => () => <Icon size={16} />
const label = (id: string) => () => id
const asMember = () => ({ kind: 'mark' }) as const
const toReact = (message: FetchedMessage) => ({ kind: 'react', message }) as const
const isOwn = (message: FetchedMessage) => message.sender_id === myId()
const isStarred = ({ flags }: FetchedMessage) => flags.includes('starred')

const everywhere: readonly CommandPlace[] = ['bar', 'menu', 'sheet']
const listed: readonly CommandPlace[] = ['menu', 'sheet']

/** A direct conversation with one other person, or with oneself. */
function isPrivate(message: FetchedMessage): boolean {
  const conversation = conversationOf(message, myId())
  return conversation.kind === 'dm' && conversation.userIds.length < 2
}

/** The text as displayed, with its line breaks. The row may be folded. */
const displayedText = ({ id, content }: FetchedMessage): string =>
  rowOf(id)?.querySelector<HTMLElement>('.message-content')?.innerText ?? plainText(content, 20_000)

/** Every message command, in the order of the menu. Bar, menu, sheet, keyboard, help and switcher are made from this table. */
export const messageCommands: readonly MessageCommand[] = [
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
    run: ({ id }) => void toggleReaction(id, thumbsUp),
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
      void toggleReaction(id, { emoji_name, emoji_code, reaction_type })
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
  {
    id: 'inContext',
    section: 'organize',
    places: listed,
    keys: 'Z',
    group: 'go',
    icon: icon(ExternalLink),
    label: label('message.open'),
    isListed: ({ view }) => !isConversation(view),
    run: (message) => go({ ...viewAround(message), at: message.id }),
  },
  {
    id: 'star',
    section: 'organize',
    places: everywhere,
    barPosition: 4,
    keys: 'Ctrl+S',
    icon: (message) => <Star size={16} fill={isStarred(message) ? 'currentColor' : 'none'} />,
    label: (message) => (isStarred(message) ? 'message.unstar' : 'message.star'),
    permission: asMember,
    run: ({ id }) => void toggleStar(id),
  },
  {
    id: 'markUnread',
    section: 'organize',
    places: listed,
    keys: 'Shift+U',
    icon: icon(MailOpen),
    label: label('message.markUnread'),
    permission: asMember,
    run: ({ id }, view) => void markUnreadFrom(id, feedFor(view).snapshot().ids),
  },
  {
    id: 'copyLink',
    section: 'organize',
    places: listed,
    keys: 'Y',
    icon: icon(Link),
    label: label('common.copyLink'),
    run: ({ id }) => void copyMessageLink(id),
  },
  {
    id: 'copyText',
    section: 'organize',
    places: listed,
    icon: icon(Copy),
    label: label('message.copyText'),
    run: (message) => void copyText(displayedText(message)),
  },
  {
    id: 'copySource',
    section: 'organize',
    places: listed,
    icon: icon(Code),
    label: label('message.copySource'),
    run: ({ id }) => void copySource(id),
  },
  {
    id: 'image',
    section: 'organize',
    places: [],
    keys: 'V',
    icon: icon(Image),
    label: label('command.image'),
    run: ({ id }) => pressInRow(id, '.message_inline_image a, .message_inline_video a'),
  },
  {
    id: 'collapse',
    section: 'organize',
    places: listed,
    keys: '-',
    icon: icon(FoldVertical),
    label: ({ flags }) => (flags.includes('collapsed') ? 'message.expand' : 'message.collapse'),
    permission: asMember,
    run: ({ id }) => void toggleCollapsed(id),
  },
  {
    id: 'receipts',
    section: 'organize',
    places: listed,
    keys: 'Shift+V',
    icon: icon(CheckCheck),
    label: label('message.receipts'),
    unavailable: (_, org) =>
      org.realm_enable_read_receipts === true ? undefined : 'keyboard.needs.receipts',
    run: ({ id }) => openReceipts(id),
  },
  {
    id: 'history',
    section: 'organize',
    places: listed,
    keys: 'Shift+H',
    icon: icon(History),
    label: label('message.history'),
    unavailable: ({ last_edit_timestamp: editedAt, last_moved_timestamp: movedAt }) =>
      (editedAt ?? movedAt) === undefined ? 'keyboard.needs.history' : undefined,
    run: ({ id }) => openHistory(id),
  },
  {
    id: 'sender',
    section: 'organize',
    places: ['sheet'],
    keys: 'U',
    icon: icon(UserRound),
    label: label('message.sender'),
    run: ({ id, sender_id: sender }) => {
      const row = rowOf(id)
      if (row !== null) openPerson(sender, row.querySelector<HTMLElement>('button') ?? row)
    },
  },
  {
    id: 'delete',
    section: 'delete',
    places: listed,
    keys: 'Delete',
    icon: icon(Trash2),
    label: label('message.delete'),
    permission: (message) => ({ kind: 'delete', message }),
    isListed: ({ message }, isDenied) => isOwn(message) || !isDenied,
    isDangerous: true,
    run: ({ id }) => confirmDelete(id),
  },
]

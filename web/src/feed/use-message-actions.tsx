import type { FetchedMessage } from '@loquat/contract'
import {
  ArrowRightLeft,
  CheckCheck,
  Code,
  Copy,
  ExternalLink,
  FoldVertical,
  Forward,
  History,
  Link,
  MailOpen,
  PenLine,
  Quote,
  Reply,
  Star,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { replyTo, replyToSender } from '../compose/compose.ts'
import { forward } from '../compose/forward.ts'
import { quote } from '../compose/quote.ts'
import { rowOf, viewAround } from '../keyboard/target.ts'
import { copyMessageLink, copySource, copyText, markUnreadFrom, toggleStar } from '../messages/change.ts'
import { toggleCollapsed } from '../messages/collapse.ts'
import { askToDelete } from '../messages/delete-confirmation.ts'
import { startEditing } from '../messages/editing.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { usePerson } from '../people/people.ts'
import { useDenial } from '../permissions/use-denial.ts'
import { myId, useOrg } from '../session/session.ts'
import { openHistory, openMove, openReceipts } from '../shell/dialogs.ts'
import { useText } from '../texts/texts.tsx'
import { feedFor } from './feeds.ts'
import { textOf } from './text-of.ts'

export interface MessageAction {
  id: string
  label: string
  icon: ReactNode
  keys?: string
  /** Why it cannot be done now. */
  denied?: string | undefined
  isDangerous?: boolean
  run: () => void
}

/** Everything that can be done with a message, in groups. What is not allowed says why. Menu and sheet show the same. */
export function useMessageActions(
  message: FetchedMessage,
  view: FeedView,
): readonly (readonly MessageAction[])[] {
  const text = useText()
  const { id, stream_id: channelId, subject: topic, flags, sender_id: senderId } = message
  const me = myId()
  const isOwn = senderId === me
  const editDenial = useDenial({ kind: 'edit', message })
  const deleteDenial = useDenial({ kind: 'delete', message })
  const moveDenial = useDenial({ kind: 'move', message })
  const hasReceipts = useOrg((org) => org.realm_enable_read_receipts === true)
  const name = usePerson(senderId)?.full_name ?? message.sender_full_name
  const place = conversationOf(message, me)
  const isPrivate = place.kind === 'dm' && place.userIds.length < 2
  const hasHistory = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined
  const isStarred = flags.includes('starred')
  const when = (holds: boolean, action: MessageAction): MessageAction[] => (holds ? [action] : [])
  return [
    [
      {
        id: 'reply',
        label: text('message.reply'),
        icon: <Reply size={16} />,
        keys: 'R',
        run: () => replyTo(message),
      },
      ...when(!isOwn && !isPrivate, {
        id: 'replyToSender',
        label: text('message.replyToSender', { name }),
        icon: <UserRound size={16} />,
        keys: 'Shift+R',
        run: () => replyToSender(message),
      }),
      {
        id: 'quote',
        label: text('message.quote'),
        icon: <Quote size={16} />,
        keys: '>',
        run: () => void quote(message),
      },
      {
        id: 'forward',
        label: text('message.forward'),
        icon: <Forward size={16} />,
        keys: '<',
        run: () => void forward(message),
      },
      ...when(isOwn, {
        id: 'edit',
        label: text('message.edit'),
        icon: <PenLine size={16} />,
        keys: 'E',
        denied: editDenial,
        run: () => void startEditing(id),
      }),
      ...when(channelId !== undefined, {
        id: 'move',
        label: text('message.move'),
        icon: <ArrowRightLeft size={16} />,
        keys: 'M',
        denied: moveDenial,
        run: () => openMove({ channelId: channelId ?? 0, topic, messageId: id }),
      }),
    ],
    [
      ...when(!isConversation(view), {
        id: 'open',
        label: text('message.open'),
        icon: <ExternalLink size={16} />,
        keys: 'S',
        run: () => navigate({ ...viewAround(message), at: id }),
      }),
      {
        id: 'star',
        label: text(isStarred ? 'message.unstar' : 'message.star'),
        icon: <Star size={16} fill={isStarred ? 'currentColor' : 'none'} />,
        keys: 'Ctrl+S',
        run: () => void toggleStar(id),
      },
      {
        id: 'markUnread',
        label: text('message.markUnread'),
        icon: <MailOpen size={16} />,
        keys: 'Shift+U',
        run: () => void markUnreadFrom(id, feedFor(view).snapshot().ids),
      },
      {
        id: 'copyLink',
        label: text('common.copyLink'),
        icon: <Link size={16} />,
        keys: 'Y',
        run: () => void copyMessageLink(id),
      },
      {
        id: 'copyText',
        label: text('message.copyText'),
        icon: <Copy size={16} />,
        run: () => void copyText(wordsOf(message)),
      },
      {
        id: 'copySource',
        label: text('message.copySource'),
        icon: <Code size={16} />,
        run: () => void copySource(id),
      },
      {
        id: 'collapse',
        label: text(flags.includes('collapsed') ? 'message.expand' : 'message.collapse'),
        icon: <FoldVertical size={16} />,
        keys: '-',
        run: () => void toggleCollapsed(id),
      },
      ...when(hasReceipts, {
        id: 'receipts',
        label: text('message.receipts'),
        icon: <CheckCheck size={16} />,
        keys: 'Shift+V',
        run: () => openReceipts(id),
      }),
      ...when(hasHistory, {
        id: 'history',
        label: text('message.history'),
        icon: <History size={16} />,
        keys: 'Shift+H',
        run: () => openHistory(id),
      }),
    ],
    when(isOwn || deleteDenial === undefined, {
      id: 'delete',
      label: text('message.delete'),
      icon: <Trash2 size={16} />,
      keys: 'Delete',
      denied: deleteDenial,
      isDangerous: true,
      run: () => askToDelete(id),
    }),
  ]
}

/** As it is shown, with its lines; the row may be folded. */
const wordsOf = ({ id, content }: FetchedMessage): string =>
  rowOf(id)?.querySelector<HTMLElement>('.message-content')?.innerText ?? textOf(content, 20_000)

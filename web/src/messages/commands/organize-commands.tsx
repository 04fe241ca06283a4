import type { FetchedMessage } from '@loquat/contract'
import {
  AlarmClock,
  Bookmark,
  CheckCheck,
  Code,
  Copy,
  ExternalLink,
  Eye,
  EyeOff,
  Flag,
  FoldVertical,
  History,
  Image,
  Link,
  MailOpen,
  Pin,
  PinOff,
  Star,
  Trash2,
  UserRound,
} from 'lucide-react'
import { feedFor } from '../../feed/feeds.ts'
import { plainText } from '../../feed/plain-text.ts'
import { go, pressInRow, rowOf, viewAround } from '../../keyboard/target.ts'
import { savedItem } from '../../later/later.ts'
import { toggleSaved } from '../../later/later-actions.ts'
import { unhideMessage } from '../../moderation/moderation-actions.ts'
import { isHidden, isModerator, reportObstacle } from '../../moderation/moderators.ts'
import { isConversation } from '../../navigation/narrow.ts'
import { pinMessage, togglePin } from '../../pins/pin-actions.ts'
import { pinScope } from '../../pins/pin-state.ts'
import { copyText } from '../../shell/copy-text.ts'
import { openHide, openHistory, openReceipts, openReminder, openReport } from '../../shell/dialogs.ts'
import { openPerson } from '../../shell/person-card.ts'
import { toggleCollapsed } from '../collapse.ts'
import { confirmDelete } from '../delete-confirmation.ts'
import { copyMessageLink, copySource, markUnreadFrom, toggleStar } from '../message-actions.ts'
import { asMember, everywhere, icon, isOwn, label, listed } from './command-parts.tsx'
import type { MessageCommand } from './message-command.ts'

const isStarred = ({ flags }: FetchedMessage) => flags.includes('starred')

/** The text as displayed, with its line breaks. The row may be folded. */
const displayedText = ({ id, content }: FetchedMessage): string =>
  rowOf(id)?.querySelector<HTMLElement>('.message-content')?.innerText ?? plainText(content, 20_000)

/** Finding, keeping, copying and deleting. */
export const organizeCommands: readonly MessageCommand[] = [
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
    id: 'saveForLater',
    section: 'organize',
    places: listed,
    keys: 'H',
    icon: ({ id }) => <Bookmark size={16} fill={savedItem(id) === undefined ? 'none' : 'currentColor'} />,
    label: ({ id }) => (savedItem(id) === undefined ? 'message.saveForLater' : 'message.removeFromLater'),
    permission: asMember,
    run: ({ id }) => void toggleSaved(id),
  },
  {
    id: 'remind',
    section: 'organize',
    places: listed,
    keys: 'Shift+T',
    icon: icon(AlarmClock),
    label: label('message.remind'),
    permission: asMember,
    run: ({ id }) => {
      const item = savedItem(id)
      openReminder(item === undefined ? { messageId: id } : { item })
    },
  },
  {
    id: 'pin',
    section: 'organize',
    places: listed,
    keys: 'B',
    icon: ({ id }) => (pinScope(id) === undefined ? <Pin size={16} /> : <PinOff size={16} />),
    label: ({ id, stream_id: channelId }) => {
      if (pinScope(id) !== undefined) return 'message.unpin'
      return channelId === undefined ? 'message.pin' : 'message.pinToTopic'
    },
    permission: (message) => ({ kind: 'pin', message }),
    run: ({ id }) => void togglePin(id),
  },
  {
    id: 'pinToChannel',
    section: 'organize',
    places: listed,
    icon: icon(Pin),
    label: label('message.pinToChannel'),
    unavailable: ({ stream_id: channelId }) =>
      channelId === undefined ? 'keyboard.needs.channelMessage' : undefined,
    permission: (message) => ({ kind: 'pin', message }),
    isListed: ({ message }) => pinScope(message.id) !== 'channel',
    run: ({ id }) => void pinMessage(id, 'channel'),
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
    id: 'report',
    section: 'delete',
    places: listed,
    icon: icon(Flag),
    label: label('message.report'),
    unavailable: reportObstacle,
    permission: asMember,
    run: ({ id }) => openReport(id),
  },
  {
    id: 'hide',
    section: 'delete',
    places: listed,
    icon: (message) => (isHidden(message) ? <Eye size={16} /> : <EyeOff size={16} />),
    label: (message) => (isHidden(message) ? 'message.unhide' : 'message.hide'),
    unavailable: (_, org) => (isModerator(org) ? undefined : 'moderation.denied'),
    run: (message) => (isHidden(message) ? void unhideMessage(message.id) : openHide(message.id)),
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

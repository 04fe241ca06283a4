import type { FetchedMessage } from '@loquat/contract'
import {
  ArrowRightLeft,
  CheckCheck,
  Code,
  ExternalLink,
  FoldVertical,
  History,
  Link,
  MailOpen,
  PenLine,
  Quote,
  Reply,
  Trash2,
} from 'lucide-react'
import { MenuItem, MenuLine } from '../components/Menu.tsx'
import { toggleCollapsed } from '../state/actions/collapse.ts'
import { copyMessageLink, copySource, markUnreadFrom } from '../state/actions/messages.ts'
import { quote } from '../state/actions/quote.ts'
import { askToDelete } from '../state/asking.ts'
import { replyTo } from '../state/compose.ts'
import { conversationOf } from '../state/conversation.ts'
import { useDenial } from '../state/denial.ts'
import { openHistory, openMove, openReceipts } from '../state/dialogs.ts'
import { startEditing } from '../state/editing.ts'
import { feedFor } from '../state/feeds.ts'
import { type FeedView, isConversation } from '../state/narrow.ts'
import { navigate } from '../state/router.ts'
import { myId, useOrg } from '../state/session.ts'
import { useText } from '../texts/texts.tsx'

/** Everything that can be done with a message. What is not allowed says why. */
export function MessageMenu({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const text = useText()
  const { id, stream_id: channelId, subject: topic } = message
  const me = myId()
  const mayEdit = useDenial({ kind: 'edit', message })
  const mayDelete = useDenial({ kind: 'delete', message })
  const mayMove = useDenial({ kind: 'move', message })
  const hasReceipts = useOrg((org) => org.realm_enable_read_receipts === true)
  const hasHistory = message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined
  return (
    <>
      <MenuItem icon={<Reply size={16} />} keys="R" onSelect={() => replyTo(message)}>
        {text('message.reply')}
      </MenuItem>
      <MenuItem icon={<Quote size={16} />} keys=">" onSelect={() => void quote(message)}>
        {text('message.quote')}
      </MenuItem>
      {message.sender_id === me && (
        <MenuItem
          icon={<PenLine size={16} />}
          keys="E"
          denied={mayEdit}
          onSelect={() => void startEditing(id)}
        >
          {text('message.edit')}
        </MenuItem>
      )}
      {channelId !== undefined && (
        <MenuItem
          icon={<ArrowRightLeft size={16} />}
          keys="M"
          denied={mayMove}
          onSelect={() => openMove({ channelId, topic, messageId: id })}
        >
          {text('message.move')}
        </MenuItem>
      )}
      <MenuLine />
      {!isConversation(view) && (
        <MenuItem
          icon={<ExternalLink size={16} />}
          keys="S"
          onSelect={() => navigate({ ...viewAround(message, me), at: id })}
        >
          {text('message.open')}
        </MenuItem>
      )}
      <MenuItem
        icon={<MailOpen size={16} />}
        keys="Shift+U"
        onSelect={() => void markUnreadFrom(id, feedFor(view).snapshot().ids)}
      >
        {text('message.markUnread')}
      </MenuItem>
      <MenuItem icon={<Link size={16} />} keys="Y" onSelect={() => void copyMessageLink(id)}>
        {text('common.copyLink')}
      </MenuItem>
      <MenuItem icon={<Code size={16} />} onSelect={() => void copySource(id)}>
        {text('message.copySource')}
      </MenuItem>
      <MenuItem icon={<FoldVertical size={16} />} keys="-" onSelect={() => void toggleCollapsed(id)}>
        {text(message.flags.includes('collapsed') ? 'message.expand' : 'message.collapse')}
      </MenuItem>
      {hasReceipts && (
        <MenuItem icon={<CheckCheck size={16} />} keys="Shift+V" onSelect={() => openReceipts(id)}>
          {text('message.receipts')}
        </MenuItem>
      )}
      {hasHistory && (
        <MenuItem icon={<History size={16} />} keys="Shift+H" onSelect={() => openHistory(id)}>
          {text('message.history')}
        </MenuItem>
      )}
      {(message.sender_id === me || mayDelete === undefined) && (
        <>
          <MenuLine />
          <MenuItem
            danger
            icon={<Trash2 size={16} />}
            keys="Delete"
            denied={mayDelete}
            onSelect={() => askToDelete(id)}
          >
            {text('message.delete')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The conversation of a message as a view. */
export function viewAround(message: FetchedMessage, me: number): FeedView & { kind: 'topic' | 'dm' } {
  const place = conversationOf(message, me)
  return place.kind === 'topic' ? { ...place, with: message.id } : place
}

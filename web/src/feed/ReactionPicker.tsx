import { Popover } from 'radix-ui'
import { EmojiPicker } from '../emoji/EmojiPicker.tsx'
import { toggleReaction } from '../messages/reactions.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import type { ReactionEmoji } from './group-reactions.ts'
import styles from './ReactionPicker.module.css'

/** The emoji picker of a message. */
export function ReactionPicker({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  useBackCloses(onClose)
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor className={styles.anchor} />
      <Popover.Portal>
        <Popover.Content className={styles.picker} align="end" collisionPadding={8}>
          <EmojiPicker
            onPick={({ name, code, type }) => {
              void toggleReaction(messageId, {
                emoji_name: name,
                emoji_code: code,
                reaction_type: type as ReactionEmoji['reaction_type'],
              })
              onClose()
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { Popover } from 'radix-ui'
import { EmojiPicker } from '../emoji/EmojiPicker.tsx'
import { toneOfReaction } from '../emoji/skin-tones.ts'
import { toggleReaction } from '../messages/reactions.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { useText } from '../texts/texts.tsx'
import type { ReactionEmoji } from './group-reactions.ts'
import styles from './ReactionPicker.module.css'

/** The emoji picker of a message. */
export function ReactionPicker({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  useBackCloses(onClose)
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor className={styles.anchor} />
      <Popover.Portal>
        <Popover.Content
          className={styles.picker}
          align="end"
          collisionPadding={8}
          aria-label={text('message.react')}
        >
          <EmojiPicker
            hasTones
            onPick={({ name, code, type, tone }) => {
              void toggleReaction(messageId, {
                emoji_name: name,
                emoji_code: code,
                reaction_type: type as ReactionEmoji['reaction_type'],
                ...toneOfReaction({ code, type, tone }),
              })
              onClose()
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { maxMessageLength } from '@loquat/contract/light'
import { Eye, Smile } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { hasCallLinks } from '../calls/call-providers.ts'
import { Button, IconButton } from '../components/Button.tsx'
import { emojiText, skinTone } from '../emoji/skin-tones.ts'
import { areGifsOffered } from '../gifs/gifs.ts'
import { codePointCount } from '../lib/lengths.ts'
import { isTouch } from '../lib/touch.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { Attach } from './Attach.tsx'
import { requestFocus, togglePreview, useCompose } from './compose.ts'
import { attachText } from './compose-files.ts'
import { FormatBar } from './FormatBar.tsx'
import { GifButton } from './GifButton.tsx'
import { SendButton } from './SendButton.tsx'
import styles from './Toolbar.module.css'
import type { Sending } from './use-sending.ts'

const CallLinks = lazy(() => import('./CallLinks.tsx').then((one) => ({ default: one.CallLinks })))
const EmojiPicker = lazy(() =>
  import('../emoji/EmojiPicker.tsx').then((one) => ({ default: one.EmojiPicker })),
)

/** In code points. */
const lengthShownFrom = 9_000

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  sending: Sending
  lengthId: string
}

function attachInstead(): void {
  attachText()
  requestFocus('text')
}

/** The bar below the text: files, emoji, formats, length, preview and send. */
export function Toolbar({ field, sending, lengthId }: Props) {
  const text = useText()
  const [isPicking, setPicking] = useState(false)
  useBackCloses(() => setPicking(false), isPicking)
  const hasLinks = useOrg(hasCallLinks)
  const meetingName = useOrg((org) => org.realm_name ?? '')
  const insert = (added: string) => {
    const area = field.current
    area?.focus()
    if (area !== null) insertTextIntoField(area, added)
  }
  const hasGifs = useOrg(areGifsOffered)
  const isPreviewed = useCompose((state) => state.isPreviewed)
  const length = useCompose((state) => (state.text.length < lengthShownFrom ? 0 : codePointCount(state.text)))
  const callLinks = hasLinks && (
    <Suspense fallback={null}>
      <CallLinks name={meetingName} onInsert={insert} isInMenu={isTouch()} />
    </Suspense>
  )
  return (
    <div className={styles.bar}>
      <Attach>{callLinks}</Attach>
      <span className={styles.anchor}>
        <IconButton
          size="small"
          label={text('compose.emoji')}
          aria-expanded={isPicking}
          icon={<Smile size={18} />}
          onClick={() => setPicking(!isPicking)}
        />
        {isPicking && (
          <Suspense fallback={null}>
            <div className={styles.picker}>
              <EmojiPicker
                hasTones
                onPick={(emoji) => {
                  const area = field.current
                  if (area !== null) insertTextIntoField(area, `${emojiText(emoji, skinTone())} `)
                }}
                onClose={() => {
                  setPicking(false)
                  field.current?.focus()
                }}
              />
            </div>
          </Suspense>
        )}
      </span>
      {!isTouch() && callLinks}
      {hasGifs && <GifButton field={field} />}
      <FormatBar field={field} hasWidgets />
      <span className={styles.space} id={lengthId}>
        {length > maxMessageLength && (
          <Button size="small" kind="quiet" onClick={attachInstead}>
            {text('compose.attachAsFile')}
          </Button>
        )}
        {length >= lengthShownFrom && (
          <span className={styles.count} data-over={length > maxMessageLength} role="status">
            {text('compose.length', { length, most: maxMessageLength })}
          </span>
        )}
      </span>
      <IconButton
        size="small"
        label={text('compose.preview')}
        keys="Alt+P"
        aria-pressed={isPreviewed}
        icon={<Eye size={18} />}
        onClick={togglePreview}
      />
      <SendButton sending={sending} onInsert={insert} />
    </div>
  )
}

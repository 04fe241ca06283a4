import { ImagePlay } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { IconButton } from '../components/Button.tsx'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Toolbar.module.css'

const GifPicker = lazy(() => import('../gifs/GifPicker.tsx').then((one) => ({ default: one.GifPicker })))

/** Opens the search for GIFs. A GIF is sent as a link without a text, as other clients of the protocol do. */
export function GifButton({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const text = useText()
  const [isPicking, setPicking] = useState(false)
  useBackCloses(() => setPicking(false), isPicking)
  const close = () => {
    setPicking(false)
    field.current?.focus()
  }
  return (
    <span className={styles.anchor}>
      <IconButton
        size="small"
        label={text('compose.gif')}
        aria-expanded={isPicking}
        icon={<ImagePlay size={18} />}
        onClick={() => setPicking(!isPicking)}
      />
      {isPicking && (
        <Suspense fallback={null}>
          <div className={styles.picker}>
            <GifPicker
              onPick={({ url }) => {
                close()
                const area = field.current
                if (area !== null) insertTextIntoField(area, `[](${url}) `)
              }}
              onClose={close}
            />
          </div>
        </Suspense>
      )}
    </span>
  )
}

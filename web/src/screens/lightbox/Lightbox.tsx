import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { viewAround } from '../../keyboard/target.ts'
import { arrowOf } from '../../lib/arrows.ts'
import { closeLightbox } from '../../messages/lightbox.ts'
import { useMessage } from '../../messages/messages.ts'
import { useBackCloses } from '../../navigation/overlay-history.ts'
import { navigate } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Lightbox.module.css'
import { LightboxHeader } from './LightboxHeader.tsx'
import { drawnAgain, type Picture, picturesAround } from './pictures.ts'
import { useZoom } from './use-zoom.ts'

const none: Picture = { name: '', href: '', source: '', isVideo: false, messageId: 0 }

/** A picture as large as the window; the others of the list are beside it. */
export function Lightbox({ anchor }: { anchor: HTMLElement }) {
  const text = useText()
  useBackCloses(closeLightbox)
  // The pictures at the time of opening: new messages do not change the order.
  const [{ pictures, at: first }] = useState(() => picturesAround(anchor))
  const [at, setAt] = useState(first)
  const { name, href, source, isVideo, messageId } = pictures[at] ?? none
  const message = useMessage(messageId)
  const place = message && { ...viewAround(message), at: messageId }
  const isLeaving = useRef(false)
  const show = (index: number) => {
    if (pictures[index] !== undefined) setAt(index)
  }
  const stage = useRef<HTMLDivElement>(null)
  const { zoom, toggle, isClick, pointOf, handlers } = useZoom(stage, source, (to) =>
    show((to === 1) === (document.dir === 'rtl') ? at + 1 : at - 1),
  )
  const onKey = (event: KeyboardEvent) => {
    const key = arrowOf(event.key)
    if (key === 'ArrowLeft') show(at - 1)
    else if (key === 'ArrowRight') show(at + 1)
    else if (event.key === 'z') toggle()
    // Also where a tooltip is open, which would take the first Escape for itself.
    else if (event.key === 'Escape') closeLightbox()
    else return
    event.stopPropagation()
  }
  const goThere = () => {
    isLeaving.current = true
    closeLightbox()
    if (place !== undefined) navigate(place)
  }
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (isLeaving.current) return
    const link = anchor.isConnected ? anchor : drawnAgain(pictures[first])
    link?.focus({ preventScroll: true })
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closeLightbox()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.box}
          aria-describedby={undefined}
          onKeyDown={onKey}
          onCloseAutoFocus={returnFocus}
        >
          <LightboxHeader name={name} href={href} place={place} onGo={goThere} />
          <div
            ref={stage}
            className={styles.stage}
            data-large={zoom.scale > 1}
            {...(isVideo ? {} : handlers)}
          >
            {isVideo ? (
              // biome-ignore lint/a11y/useMediaCaption: uploaded videos have no captions
              <video src={source} controls autoPlay />
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Z does the same
              <img
                src={source}
                alt={name}
                draggable={false}
                style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
                onClick={(event) => isClick() && toggle(pointOf(event))}
              />
            )}
          </div>
          {at > 0 && (
            <IconButton
              className={styles.previous ?? ''}
              label={text('lightbox.previous')}
              icon={<ChevronLeft size={26} />}
              onClick={() => show(at - 1)}
            />
          )}
          {at < pictures.length - 1 && (
            <IconButton
              className={styles.next ?? ''}
              label={text('lightbox.next')}
              icon={<ChevronRight size={26} />}
              onClick={() => show(at + 1)}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

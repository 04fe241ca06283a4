import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { closeLightbox, useLightbox } from '../../state/lightbox.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Lightbox.module.css'

/** A picture as large as the window; the others of the list are beside it. */
export function Lightbox({ href }: { href: string }) {
  const text = useText()
  const [isLarge, setLarge] = useState(false)
  const anchor = useLightbox((state) => state.anchor)
  const pictures = useMemo(() => {
    const feed = anchor?.closest('[role=feed]') ?? document
    return [...feed.querySelectorAll<HTMLAnchorElement>('a[data-do="picture"]')].map((link) => ({
      href: link.href,
      name: link.title || decodeURIComponent(link.href.split('/').at(-1) ?? ''),
    }))
  }, [anchor])
  const at = pictures.findIndex((one) => one.href === href)
  const name = pictures[at]?.name ?? ''
  const show = (index: number) => {
    const next = pictures[index]
    setLarge(false)
    if (next !== undefined) useLightbox.setState({ href: next.href })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') show(at - 1)
    else if (event.key === 'ArrowRight') show(at + 1)
    else if (event.key === 'z') setLarge(!isLarge)
    else return
    event.stopPropagation()
  }
  const isVideo = /\.(mp4|webm|mov)$/i.test(href)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && closeLightbox()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.box} aria-describedby={undefined} onKeyDown={onKey}>
          <header className={styles.header}>
            <Dialog.Title className={styles.title} dir="auto">
              {name}
            </Dialog.Title>
            <a className={styles.link} href={href} download aria-label={text('lightbox.download')}>
              <Download size={18} />
            </a>
            <a
              className={styles.link}
              href={href}
              target="_blank"
              rel="noopener"
              aria-label={text('lightbox.original')}
            >
              <ExternalLink size={18} />
            </a>
            <IconButton
              label={text('common.close')}
              keys="Esc"
              icon={<X size={20} />}
              onClick={closeLightbox}
            />
          </header>
          <div className={styles.stage} data-large={isLarge}>
            {isVideo ? (
              // biome-ignore lint/a11y/useMediaCaption: what people upload has none
              <video src={href} controls autoPlay />
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: Z does the same
              <img src={href} alt={name} onClick={() => setLarge(!isLarge)} />
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

import { Download, ExternalLink, MessageSquare, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { IconButton } from '../../components/Button.tsx'
import { closeLightbox } from '../../messages/lightbox.ts'
import type { View } from '../../navigation/narrow.ts'
import { addressOf } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Lightbox.module.css'

interface Props {
  name: string
  href: string
  /** The view with the message of the picture. */
  place: View | undefined
  onGo: () => void
}

/** The name of a picture, and links to its message and its file. */
export function LightboxHeader({ name, href, place, onGo }: Props) {
  const text = useText()
  return (
    <header className={styles.header}>
      <Dialog.Title className={styles.title} dir="auto">
        {name}
      </Dialog.Title>
      {place !== undefined && (
        <a
          className={styles.link}
          href={addressOf(place)}
          aria-label={text('lightbox.goToMessage')}
          title={text('lightbox.goToMessage')}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onGo()
          }}
        >
          <MessageSquare size={18} />
        </a>
      )}
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
      <IconButton label={text('common.close')} keys="Esc" icon={<X size={20} />} onClick={closeLightbox} />
    </header>
  )
}

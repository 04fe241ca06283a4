import type { GifObject } from '@loquat/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { arrowOf } from '../lib/arrows.ts'
import { isTouch } from '../lib/touch.ts'
import { imageSource } from '../messages/external-images.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './GifPicker.module.css'
import { providerNames, useGifs } from './gifs.ts'

interface Props {
  onPick: (gif: GifObject) => void
  onClose: () => void
}

const columns = 2
const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
}

/** Searches for GIFs. The search field handles the keys; previews are loaded through our server. */
export function GifPicker({ onPick, onClose }: Props) {
  const text = useText()
  const [touch] = useState(isTouch)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const { gifs, problem, isLoading, loadMore } = useGifs(query.trim())
  const provider = useOrg((org) => providerNames[org.server_gif_provider ?? 'giphy'])
  const isStill = useStillPreviews()
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = steps[arrowOf(event.key)]
    // Within the text, the horizontal arrows move the cursor, and from the first GIF they lead back to it.
    const isAtEnd = event.currentTarget.selectionStart === query.length
    const isSideways = query === '' || (isAtEnd && (step === 1 || active > 0))
    const isMove = step !== undefined && (isSideways || Math.abs(step) === columns)
    if (isMove) {
      const next = Math.min(Math.max(active + step, 0), Math.max(gifs.length - 1, 0))
      setActive(next)
      grid.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      const gif = gifs[active]
      if (gif !== undefined && !isLoading) onPick(gif)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else return
    event.preventDefault()
  }
  const labelOf = ({ title }: GifObject, at: number) =>
    title === '' ? text('gifs.untitled', { number: at + 1 }) : title
  return (
    <div ref={box} className={styles.picker} role="dialog" aria-label={text('gifs.label')}>
      <input
        className={styles.search}
        // biome-ignore lint/a11y/noAutofocus: users open the picker to search
        autoFocus={!touch}
        type="search"
        maxLength={100}
        value={query}
        placeholder={text('gifs.search', { provider })}
        aria-label={text('gifs.search', { provider })}
        aria-controls="gif-grid"
        aria-activedescendant={gifs[active] === undefined ? undefined : `gif-${active}`}
        onChange={({ target }) => {
          setQuery(target.value)
          setActive(0)
        }}
        onKeyDown={keyDown}
      />
      <div className={styles.scroller} aria-busy={isLoading}>
        <div ref={grid} id="gif-grid" className={styles.grid} role="listbox" aria-label={text('gifs.label')}>
          {gifs.map((gif, at) => (
            <button
              key={gif.id}
              id={`gif-${at}`}
              type="button"
              role="option"
              tabIndex={-1}
              className={styles.gif}
              aria-label={labelOf(gif, at)}
              aria-selected={at === active}
              onClick={() => onPick(gif)}
            >
              <img
                src={imageSource(isStill ? (gif.still_url ?? gif.preview_url) : gif.preview_url)}
                alt=""
                loading="lazy"
                width={gif.preview_width}
                height={gif.preview_height}
              />
            </button>
          ))}
        </div>
        <p className={styles.note} role="status">
          {problem !== undefined
            ? problem || text('gifs.failed')
            : !isLoading && gifs.length === 0
              ? text('gifs.none')
              : ''}
        </p>
        {loadMore !== undefined && problem === undefined && gifs.length > 0 && (
          <Button size="small" busy={isLoading} onClick={loadMore}>
            {text('gifs.more')}
          </Button>
        )}
      </div>
      <p className={styles.foot}>{text('gifs.attribution', { provider })}</p>
    </div>
  )
}

/** Previews stand still if the reader wants no motion. */
function useStillPreviews(): boolean {
  const isNever = useOrg((org) => org.user_settings?.web_animate_image_previews === 'never')
  const [isReduced] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  return isNever || isReduced
}

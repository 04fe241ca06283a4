import { type RefObject, useLayoutEffect } from 'react'
import { onLeave, saveHistoryState, useRouter } from '../navigation/router.ts'

const every = 300

/** A list that is no list of messages: coming back to it finds it where it was left. `isThere`: it has something to scroll. */
export function useKeepScroll(scroller: RefObject<HTMLElement | null>, isThere = true): void {
  useLayoutEffect(() => {
    const box = scroller.current
    const { state, behind } = useRouter.getState()
    // Lists in a dialog are not what the entry in the history is about.
    if (!isThere || box === null || behind !== undefined) return
    const stopRestoring = restore(box, state.offset ?? 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      saveHistoryState({ offset: box.scrollTop })
    }
    const later = () => {
      timer ??= setTimeout(note, every)
    }
    box.addEventListener('scroll', later, { passive: true })
    const stop = onLeave(note)
    return () => {
      stopRestoring()
      clearTimeout(timer)
      box.removeEventListener('scroll', later)
      stop()
    }
  }, [scroller, isThere])
}

/** What the list shows may still be on its way. It is waited for until the reader scrolls. */
function restore(box: HTMLElement, offset: number): () => void {
  const place = () => {
    box.scrollTop = offset
    return box.scrollTop >= offset - 1
  }
  if (offset === 0 || place()) return () => {}
  const observer = new ResizeObserver(() => {
    if (place()) stop()
  })
  const stop = () => {
    observer.disconnect()
    box.removeEventListener('pointerdown', stop)
    box.removeEventListener('wheel', stop)
  }
  for (const child of box.children) observer.observe(child)
  box.addEventListener('pointerdown', stop, { passive: true })
  box.addEventListener('wheel', stop, { passive: true })
  return stop
}

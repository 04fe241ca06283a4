import { type RefObject, useLayoutEffect } from 'react'
import { onLeave, saveHistoryState, useRouter } from '../navigation/router.ts'

const saveIntervalMs = 300

/** Saves and restores the scroll position of a list that is not a feed. `isThere`: the list is drawn. */
export function useRestoredScroll(scroller: RefObject<HTMLElement | null>, isThere = true): void {
  useLayoutEffect(() => {
    const box = scroller.current
    const { state, behind } = useRouter.getState()
    // The history entry does not belong to lists in dialogs.
    if (!isThere || box === null || behind !== undefined) return
    const stopRestoring = restore(box, state.offset ?? 0)
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      saveHistoryState({ offset: box.scrollTop })
    }
    const later = () => {
      timer ??= setTimeout(note, saveIntervalMs)
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

/** Scrolls once the content is tall enough, unless the reader scrolls first. */
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

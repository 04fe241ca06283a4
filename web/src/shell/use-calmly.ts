import { useEffect, useRef, useState } from 'react'

/** Twice a second: more often nobody could read it, and the browser is asked for each change. */
const pause = 500

/** A value that changes less often than the one it follows: at once after a pause, and otherwise at the end of one. */
export function useCalmly<T>(value: T): T {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    const show = () => {
      changedAt.current = performance.now()
      setShown(value)
    }
    const wait = changedAt.current + pause - performance.now()
    if (wait <= 0) return show()
    const timer = setTimeout(show, wait)
    return () => clearTimeout(timer)
  }, [value])
  return shown
}

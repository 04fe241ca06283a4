import { useEffect, useRef, useState } from 'react'

/** Minimum time between updates of the tab. */
const minIntervalMs = 500

/** A throttled copy of a value: it follows at once after a quiet interval, otherwise at the end of the interval. */
export function useSettledValue<T>(value: T): T {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    const show = () => {
      changedAt.current = performance.now()
      setShown(value)
    }
    const wait = changedAt.current + minIntervalMs - performance.now()
    if (wait <= 0) return show()
    const timer = setTimeout(show, wait)
    return () => clearTimeout(timer)
  }, [value])
  return shown
}

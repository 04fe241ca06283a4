import { useCallback, useState } from 'react'

/** Keys of the folds that the reader opened. */
export function useOpenFolds(): [ReadonlySet<string>, (key: string) => void] {
  const [openFolds, setOpenFolds] = useState<ReadonlySet<string>>(new Set())
  const toggleFold = useCallback((key: string) => {
    setOpenFolds((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  return [openFolds, toggleFold]
}

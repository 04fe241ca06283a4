import type { VirtualItem } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { FeedVirtualizer } from './feed-virtualizer.ts'

interface SavedMeasurements {
  width: number
  items: VirtualItem[]
}

/** Row measurements of left feeds, valid for the same width. */
const savedMeasurements = new Map<number, SavedMeasurements>()
const maxSavedMeasurements = 12

export const savedMeasurementsOf = (serial: number): SavedMeasurements | undefined =>
  savedMeasurements.get(serial)

/** Saves the row measurements when the reader leaves the feed. */
export function useSaveMeasurements(serial: number, virtualizer: FeedVirtualizer): void {
  useEffect(
    () => () => {
      savedMeasurements.delete(serial)
      savedMeasurements.set(serial, {
        width: virtualizer.scrollRect?.width ?? 0,
        items: virtualizer.takeSnapshot(),
      })
      const [oldest] = savedMeasurements.keys()
      if (savedMeasurements.size > maxSavedMeasurements && oldest !== undefined)
        savedMeasurements.delete(oldest)
    },
    [serial, virtualizer],
  )
}

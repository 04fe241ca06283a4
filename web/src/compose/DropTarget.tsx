import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../texts/texts.tsx'
import styles from './DropTarget.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true

/** Accepts files dropped anywhere in the window, and shows an overlay while they are dragged. */
export function DropTarget({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useText()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth++
      setOver(true)
    }
    const exit = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setOver(false)
    }
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const listeners = { dragenter: enter, dragleave: exit, dragover: over, drop } as const
    for (const [type, listener] of Object.entries(listeners))
      addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        removeEventListener(type, listener as EventListener)
    }
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className={styles.target}>
      <Upload size={24} aria-hidden="true" />
      {text('compose.dropHere')}
    </div>
  )
}

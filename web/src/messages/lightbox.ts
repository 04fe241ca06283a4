import { create } from 'zustand'

interface Lightbox {
  /** What was pressed to see it large; undefined when nothing is. */
  anchor: HTMLElement | undefined
}

export const useLightbox = create<Lightbox>(() => ({ anchor: undefined }))
export const openLightbox = (anchor: HTMLElement) => useLightbox.setState({ anchor })
export const closeLightbox = () => useLightbox.setState({ anchor: undefined })

import { create } from 'zustand'

interface Lightbox {
  /** The link of the picture; undefined while closed. */
  anchor: HTMLElement | undefined
}

export const useLightbox = create<Lightbox>(() => ({ anchor: undefined }))
export const openLightbox = (anchor: HTMLElement) => useLightbox.setState({ anchor })
export const closeLightbox = () => useLightbox.setState({ anchor: undefined })

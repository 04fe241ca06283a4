import { create } from 'zustand'

interface Lightbox {
  /** The address of the picture that is shown large; undefined when none is. */
  href: string | undefined
  anchor: HTMLElement | undefined
}

export const useLightbox = create<Lightbox>(() => ({ href: undefined, anchor: undefined }))
export const openLightbox = (href: string, anchor: HTMLElement) => useLightbox.setState({ href, anchor })

export const closeLightbox = () => useLightbox.setState({ href: undefined, anchor: undefined })

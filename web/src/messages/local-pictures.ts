/** A picture uploaded from this window, displayed until the server has a thumbnail. */
export interface LocalPicture {
  source: string
  width: number
  height: number
}

const maxPictures = 30
const known = new Map<string, LocalPicture>()

export const localPicture = (href: string): LocalPicture | undefined => known.get(href)

/** Measures a file that is being uploaded. Returns a function that stores it under its URL. */
export function measurePicture(file: File): (href: string) => void {
  if (!/^image\/(?:jpeg|png|gif|webp|avif)$/.test(file.type)) return () => {}
  const measured = createImageBitmap(file).then(
    (bitmap) => {
      const { width, height } = bitmap
      bitmap.close()
      return { width, height }
    },
    () => undefined,
  )
  return (href) =>
    void measured.then((size) => {
      if (size !== undefined) keep(href, { source: URL.createObjectURL(file), ...size })
    })
}

function keep(href: string, picture: LocalPicture): void {
  known.set(href, picture)
  const [oldest] = known
  if (known.size <= maxPictures || oldest === undefined) return
  known.delete(oldest[0])
  URL.revokeObjectURL(oldest[1].source)
}

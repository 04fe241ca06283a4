/** Scale of a picture, and its distance in pixels from the middle of the stage. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

/** Pixels from the middle of the stage. */
export interface Point {
  x: number
  y: number
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 }
const maxScale = 8

/** Zooms by a factor, keeping the given point in place. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor))
  if (scale === 1) return whole
  const by = scale / zoom.scale
  return { scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }
}

interface Size {
  width: number
  height: number
}

/** Limits the movement to the edges of the picture. Sizes are without zoom. */
export function clampedToEdges({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const within = (value: number, inner: number, outer: number) => {
    const room = Math.max(0, (inner * scale - outer) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return { scale, x: within(x, picture.width, stage.width), y: within(y, picture.height, stage.height) }
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

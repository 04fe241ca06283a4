/** How a picture lies on the stage: so much larger, and so many pixels away from its middle. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

/** Pixels, counted from the middle of the stage. */
export interface Point {
  x: number
  y: number
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 }
const maxScale = 8

/** Larger or smaller by a factor. What is under the given point stays there. */
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

/** Moved no further than the edges of the picture, whose size is that without zoom. */
export function clampedToEdges({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const within = (value: number, inner: number, outer: number) => {
    const room = Math.max(0, (inner * scale - outer) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return { scale, x: within(x, picture.width, stage.width), y: within(y, picture.height, stage.height) }
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

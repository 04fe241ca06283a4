/** How high the visible part of a list is. Messages far higher than it are cut. */
let height = 800
export const viewportHeight = (): number => height
export const setViewportHeight = (next: number): void => {
  if (next > 0) height = next
}

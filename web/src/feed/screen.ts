/** How high the visible part of a list is. Messages far higher than it are cut. */
let height = 800
export const screenHeight = (): number => height
export const setScreenHeight = (next: number): void => {
  if (next > 0) height = next
}

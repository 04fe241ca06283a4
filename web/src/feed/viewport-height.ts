/** Height of the visible part of the feed. Much taller messages are truncated. */
let height = 800
export const viewportHeight = (): number => height
export const setViewportHeight = (next: number): void => {
  if (next > 0) height = next
}

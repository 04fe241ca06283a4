let fingers: MediaQueryList | undefined

/** Fingers and nothing else: what is done here by pointing at things or by keys needs another way there. */
export const isTouch = (): boolean => {
  fingers ??= matchMedia('(pointer: coarse) and (hover: none)')
  return fingers.matches
}

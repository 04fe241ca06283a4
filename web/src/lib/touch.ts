let touchQuery: MediaQueryList | undefined

/** Fingers and nothing else: what is done here by pointing at things or by keys needs another way there. */
export const isTouch = (): boolean => {
  touchQuery ??= matchMedia('(pointer: coarse) and (hover: none)')
  return touchQuery.matches
}

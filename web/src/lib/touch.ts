let touchQuery: MediaQueryList | undefined

/** Whether touch is the only input, so that hover and keyboard shortcuts need alternatives. */
export const isTouch = (): boolean => {
  touchQuery ??= matchMedia('(pointer: coarse) and (hover: none)')
  return touchQuery.matches
}

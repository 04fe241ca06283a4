/** Marks the time when the first content was on screen, for the start-up budget. */
export function markFirstRows(): void {
  if (performance.getEntriesByName('lq:rows').length === 0) performance.mark('lq:rows')
}

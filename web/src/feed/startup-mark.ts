/** Notes when the reader first saw something to read. It is what the start is measured by. */
export function markFirstRows(): void {
  if (performance.getEntriesByName('lq:rows').length === 0) performance.mark('lq:rows')
}

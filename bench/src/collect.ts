/** Preloaded into a program whose memory is measured. On request, it collects garbage and frees unused memory. */
const { gc } = globalThis
process.on('SIGUSR2', () => void gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))

/** Loaded before a program whose memory is measured: told to, it collects its garbage and gives back what is free. */
const { gc } = globalThis
process.on('SIGUSR2', () => void gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }))

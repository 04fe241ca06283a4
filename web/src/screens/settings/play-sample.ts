/** Lets the reader hear a notification sound. */
export function playSample(name: string): void {
  const seed = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  const context = new AudioContext()
  const [first, second] = [440 + (seed % 12) * 40, 440 + ((seed * 7) % 12) * 40]
  for (const [index, frequency] of [first, second].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const begin = context.currentTime + index * 0.12
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.2, begin)
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.25)
    tone.connect(volume).connect(context.destination)
    tone.start(begin)
    tone.stop(begin + 0.3)
  }
  setTimeout(() => void context.close(), 1_000)
}

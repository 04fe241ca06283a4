let audio: AudioContext | undefined

/** Two soft notes, made here: no file to load. Browsers allow it once the reader has clicked anywhere. */
export function chime(): void {
  audio ??= new AudioContext()
  const now = audio.currentTime
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.type = 'sine'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, now + at)
    volume.gain.linearRampToValueAtTime(0.12, now + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.5)
    tone.connect(volume).connect(audio.destination)
    tone.start(now + at)
    tone.stop(now + at + 0.55)
  }
}

let audio: AudioContext | undefined

/** Notes of a scale, in hertz. */
const scale = [440, 494, 554, 660, 740, 880, 988] as const

/** The two notes of a sound. */
function notesOf(sound: string): readonly [number, number] {
  if (sound === 'chat') return [660, 880]
  const seed = [...sound].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 10_007
  const first = seed % scale.length
  const second = (first + 1 + (Math.floor(seed / scale.length) % (scale.length - 1))) % scale.length
  return [scale[first] ?? 660, scale[second] ?? 880]
}

/** Browsers allow sound only after a user gesture. */
export const maySoundHere = (): boolean => navigator.userActivation?.hasBeenActive !== false

/** Plays two generated notes. */
export function chime(sound = 'chat'): void {
  if (!maySoundHere()) return
  const [low, high] = notesOf(sound)
  audio ??= new AudioContext()
  const now = audio.currentTime
  for (const [at, pitch] of [
    [0, low],
    [0.12, high],
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

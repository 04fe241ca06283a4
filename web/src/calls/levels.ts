const measureMs = 150
/** Root mean square above which somebody speaks. */
const speakingLevel = 0.02

/** Measures who speaks, by participant. */
export class Levels {
  readonly #context = new AudioContext()
  readonly #sources = new Map<number, { track: string; source: AudioNode; analyser: AnalyserNode }>()
  readonly #timer: ReturnType<typeof setInterval>

  constructor(onChange: (speaking: ReadonlySet<number>) => void) {
    let last = ''
    this.#timer = setInterval(() => {
      const speaking = new Set([...this.#sources.keys()].filter((id) => this.levelOf(id) > speakingLevel))
      const key = [...speaking].join()
      if (key !== last) onChange(speaking)
      last = key
    }, measureMs)
  }

  /** Follows the sound of a participant; without a track, no longer. */
  follow(id: number, track: MediaStreamTrack | null | undefined): void {
    const known = this.#sources.get(id)
    if (known?.track === track?.id) return
    known?.source.disconnect()
    this.#sources.delete(id)
    if (track === null || track === undefined) return
    const source = this.#context.createMediaStreamSource(new MediaStream([track]))
    const analyser = this.#context.createAnalyser()
    analyser.fftSize = 512
    source.connect(analyser)
    this.#sources.set(id, { track: track.id, source, analyser })
  }

  levelOf(id: number): number {
    const analyser = this.#sources.get(id)?.analyser
    if (analyser === undefined) return 0
    const samples = new Float32Array(analyser.fftSize)
    analyser.getFloatTimeDomainData(samples)
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  }

  /** Participants other than these have left. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#sources.keys()) if (!ids.has(id)) this.follow(id, null)
  }

  close(): void {
    clearInterval(this.#timer)
    void this.#context.close()
  }
}

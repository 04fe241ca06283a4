import { parseJson } from '../lib/parse.ts'

/** Tracks of one side of a connection, in the order of its transceivers. */
export interface OutgoingTracks {
  microphone: MediaStreamTrack | null
  camera: MediaStreamTrack | null
  screen: MediaStreamTrack | null
}

interface PeerOptions {
  configuration: RTCConfiguration
  /** The later participant offers, and yields when both offer at the same time. */
  isLater: boolean
  tracks: OutgoingTracks
  send(data: string): Promise<unknown>
  onChange(): void
}

interface Signal {
  description?: RTCSessionDescriptionInit
  candidates?: RTCIceCandidateInit[]
}

const candidateDelayMs = 100
const restartDelayMs = 4_000
const kinds = ['audio', 'video', 'video'] as const

/**
 * A connection to another participant, by perfect negotiation. It always has three transceivers: microphone, camera and screen. Turning one on
 * replaces its track, so that only lost connections are negotiated again.
 */
export class Peer {
  readonly microphone = new MediaStream()
  readonly camera = new MediaStream()
  readonly screen = new MediaStream()
  readonly connection: RTCPeerConnection
  readonly #options: PeerOptions
  #tracks: OutgoingTracks
  #isOffering = false
  #ignoresOffer = false
  #candidates: RTCIceCandidateInit[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #restart: ReturnType<typeof setTimeout> | undefined
  /** Signals are sent and applied one after the other. */
  #sending: Promise<unknown> = Promise.resolve()
  #receiving: Promise<unknown> = Promise.resolve()

  constructor(options: PeerOptions) {
    this.#options = options
    this.#tracks = options.tracks
    const connection = new RTCPeerConnection(options.configuration)
    this.connection = connection
    connection.onnegotiationneeded = () => void this.#offer()
    connection.onicecandidate = ({ candidate }) => candidate !== null && this.#collect(candidate.toJSON())
    connection.ontrack = ({ transceiver, track }) => this.#receiveTrack(transceiver, track)
    connection.onconnectionstatechange = () => this.#followState()
    if (options.isLater) {
      for (const [n, kind] of kinds.entries())
        void connection
          .addTransceiver(kind, { direction: 'sendrecv' })
          .sender.replaceTrack(this.#list[n] ?? null)
    }
  }

  get #list(): readonly (MediaStreamTrack | null)[] {
    const { microphone, camera, screen } = this.#tracks
    return [microphone, camera, screen]
  }

  /** Sends other tracks from now on. */
  async setTracks(tracks: OutgoingTracks): Promise<void> {
    this.#tracks = tracks
    const transceivers = this.connection.getTransceivers()
    await Promise.all(
      this.#list.map(async (track, n) => {
        const sender = transceivers[n]?.sender
        if (sender !== undefined && sender.track !== track) await sender.replaceTrack(track)
      }),
    )
  }

  receive(data: string): void {
    this.#receiving = this.#receiving
      .then(() => this.#apply((parseJson(data) ?? {}) as Signal))
      .catch((error: unknown) => console.warn('A signal of a call could not be applied.', error))
  }

  close(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#restart)
    this.connection.close()
  }

  async #apply({ description, candidates = [] }: Signal): Promise<void> {
    const { connection } = this
    if (connection.signalingState === 'closed') return
    if (description !== undefined) {
      const collides =
        description.type === 'offer' && (this.#isOffering || connection.signalingState !== 'stable')
      this.#ignoresOffer = !this.#options.isLater && collides
      if (this.#ignoresOffer) return
      await connection.setRemoteDescription(description)
      if (description.type === 'offer') {
        for (const transceiver of connection.getTransceivers()) transceiver.direction = 'sendrecv'
        await this.setTracks(this.#tracks)
        await connection.setLocalDescription()
        this.#sendDescription()
      }
    }
    for (const candidate of candidates) {
      try {
        await connection.addIceCandidate(candidate)
      } catch (error) {
        if (!this.#ignoresOffer) throw error
      }
    }
  }

  async #offer(): Promise<void> {
    // The earlier participant waits for the first offer, and offers later to restart.
    if (!this.#options.isLater && this.connection.remoteDescription === null) return
    try {
      this.#isOffering = true
      await this.connection.setLocalDescription()
      this.#sendDescription()
    } catch (error) {
      console.warn('A call could not be offered.', error)
    } finally {
      this.#isOffering = false
    }
  }

  #sendDescription(): void {
    const { localDescription } = this.connection
    if (localDescription !== null)
      this.#send({ description: { type: localDescription.type, sdp: localDescription.sdp } })
  }

  /** Candidates come in bursts, and are sent together. */
  #collect(candidate: RTCIceCandidateInit): void {
    this.#candidates.push(candidate)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#send({ candidates: this.#candidates.splice(0) })
    }, candidateDelayMs)
  }

  #send(signal: Signal): void {
    const data = JSON.stringify(signal)
    this.#sending = this.#sending.then(() => this.#options.send(data)).catch(() => {})
  }

  #receiveTrack(transceiver: RTCRtpTransceiver, track: MediaStreamTrack): void {
    const n = this.connection.getTransceivers().indexOf(transceiver)
    const stream = [this.microphone, this.camera, this.screen][n]
    for (const old of stream?.getTracks() ?? []) stream?.removeTrack(old)
    stream?.addTrack(track)
    this.#options.onChange()
  }

  #followState(): void {
    const { connectionState } = this.connection
    this.#options.onChange()
    clearTimeout(this.#restart)
    if (connectionState === 'failed') this.connection.restartIce()
    // It often recovers by itself, and otherwise fails much later.
    if (connectionState === 'disconnected')
      this.#restart = setTimeout(() => this.connection.restartIce(), restartDelayMs)
  }
}

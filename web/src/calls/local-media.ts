import type { OutgoingTracks } from './peer.ts'

export type MediaProblem = 'denied' | 'missing' | 'failed'

export function problemOf(error: unknown): MediaProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}

/** The devices that the user chose, by kind. */
export interface ChosenDevices {
  microphone?: string
  camera?: string
}

const exactly = (deviceId: string | undefined) =>
  deviceId === undefined ? {} : { deviceId: { exact: deviceId } }

/** The microphone, camera and screen of this device. */
export class LocalMedia {
  readonly tracks: OutgoingTracks = { microphone: null, camera: null, screen: null }
  readonly #onEnded: (kind: keyof OutgoingTracks) => void

  constructor(onEnded: (kind: keyof OutgoingTracks) => void) {
    this.#onEnded = onEnded
  }

  async openMicrophone(deviceId?: string): Promise<void> {
    const audio = { echoCancellation: true, noiseSuppression: true, ...exactly(deviceId) }
    await this.#open('microphone', () => navigator.mediaDevices.getUserMedia({ audio }))
  }

  async openCamera(deviceId?: string): Promise<void> {
    const video = {
      width: { ideal: 640 },
      height: { ideal: 360 },
      frameRate: { max: 30 },
      ...exactly(deviceId),
    }
    await this.#open('camera', () => navigator.mediaDevices.getUserMedia({ video }))
  }

  async openScreen(): Promise<void> {
    const video = { frameRate: { max: 15 } }
    await this.#open('screen', () => navigator.mediaDevices.getDisplayMedia({ video, audio: false }))
  }

  close(kind: keyof OutgoingTracks): void {
    this.tracks[kind]?.stop()
    this.tracks[kind] = null
  }

  closeAll(): void {
    for (const kind of ['microphone', 'camera', 'screen'] as const) this.close(kind)
  }

  async #open(kind: keyof OutgoingTracks, open: () => Promise<MediaStream>): Promise<void> {
    const [track] = (await open()).getTracks()
    if (track === undefined) throw new DOMException('', 'NotFoundError')
    const isOn = this.tracks[kind]?.enabled ?? true
    this.close(kind)
    this.tracks[kind] = track
    track.enabled = isOn
    // The user stops sharing in the browser, or unplugs a device.
    track.onended = () => {
      if (this.tracks[kind] !== track) return
      this.tracks[kind] = null
      this.#onEnded(kind)
    }
  }
}

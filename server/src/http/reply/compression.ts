import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

/** Smaller responses fit into a few packets in any case. */
const minBytes = 4_096
/** Further ones are sent as they are: the thread pool also serves files and passwords. */
const maxConcurrent = 8

export type Encoding = 'zstd' | 'br' | 'gzip'

type Compress = (bytes: Buffer, callback: (error: Error | null, compressed: Buffer) => void) => void

/** In order of preference, with levels that favor speed: responses are compressed each time. */
const compressors: Record<Encoding, Compress> = {
  zstd: (bytes, callback) =>
    zstdCompress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }, callback),
  br: (bytes, callback) =>
    brotliCompress(
      bytes,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 3,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      },
      callback,
    ),
  gzip: (bytes, callback) => gzip(bytes, { level: 1 }, callback),
}

/** Compresses large responses on other threads, for clients that accept it. */
export class Compression {
  #running = 0

  /** The encoding for a response; undefined if it is not worth it, or too many are being compressed. */
  encodingFor(accepted: string | undefined, bytes: number): Encoding | undefined {
    if (accepted === undefined || bytes < minBytes || this.#running >= maxConcurrent) return undefined
    return preferredOf(accepted)
  }

  /** Calls back with undefined if it fails, so that the response can be sent as it is. */
  compress(encoding: Encoding, bytes: Buffer, callback: (compressed: Buffer | undefined) => void): void {
    this.#running++
    compressors[encoding](bytes, (error, compressed) => {
      this.#running--
      callback(error === null ? compressed : undefined)
    })
  }
}

/** The encoding that the client likes best, and we among equals. */
function preferredOf(accepted: string): Encoding | undefined {
  const weights = new Map(accepted.split(',').map(weightOf))
  const others = weights.get('*') ?? 0
  let best: Encoding | undefined
  let bestWeight = 0
  for (const encoding of Object.keys(compressors) as Encoding[]) {
    const weight = weights.get(encoding) ?? others
    if (weight <= bestWeight) continue
    best = encoding
    bestWeight = weight
  }
  return best
}

/** `gzip;q=0.5` as name and weight. */
function weightOf(part: string): [string, number] {
  const [name = '', ...params] = part.split(';')
  const quality = params
    .map((param) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(param)?.[1])
    .find((one) => one !== undefined)
  const weight = quality === undefined ? 1 : Number(quality)
  return [name.trim().toLowerCase(), Number.isNaN(weight) ? 0 : weight]
}

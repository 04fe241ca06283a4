import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Logger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import type { TlsConfig } from '../platform/tls-config.ts'

const reloadIntervalMs = 10_000

export interface CertificatePair {
  cert: Buffer
  key: Buffer
}

/** Reads both files and checks that they belong together. The settings are named if they cannot be used. */
export function readCertificate(files: TlsConfig, settings: string): CertificatePair {
  try {
    return read(files)
  } catch (error) {
    throw new StartError(`${settings} cannot be used: ${(error as Error).message}.`)
  }
}

/** Passes on the certificate when its files change. Returns a function that stops this. */
export function watchCertificate(
  files: TlsConfig,
  log: Logger,
  use: (pair: CertificatePair) => void,
  intervalMs = reloadIntervalMs,
): () => void {
  let stamp = stampOf(files)
  const watch = setInterval(() => {
    const current = stampOf(files)
    if (current === stamp) return
    stamp = current
    try {
      use(read(files))
      log.info('loaded the changed TLS certificate')
    } catch (error) {
      log.error({ err: error }, 'the changed TLS certificate cannot be used; the previous one stays')
    }
  }, intervalMs).unref()
  return () => clearInterval(watch)
}

function read({ certFile, keyFile }: TlsConfig): CertificatePair {
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  createSecureContext(pair)
  return pair
}

/** Changes when either file is written or replaced. */
function stampOf({ certFile, keyFile }: TlsConfig): string {
  return [certFile, keyFile]
    .map((file) => {
      const info = statSync(file, { throwIfNoEntry: false })
      return info === undefined ? 'missing' : `${info.ino} ${info.size} ${info.mtimeMs}`
    })
    .join(', ')
}

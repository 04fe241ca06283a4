import { get as getPlain } from 'node:http'
import { get as getEncrypted } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Exits with 0 if the server on this machine is ready, for health checks of containers. With `--wait`, waits until it is, for
 * systemd. Reads only the settings it needs, because it runs every few seconds.
 */
const { HOST = '', PORT = '', LOQUAT_TLS_CERT = '' } = process.env
const everywhere = ['', '0.0.0.0', '::']
const host = everywhere.includes(HOST.trim()) ? '127.0.0.1' : HOST.trim()
const get = LOQUAT_TLS_CERT.trim() === '' ? getPlain : getEncrypted
const waitMs = process.argv.includes('--wait') ? 300_000 : 0
const answerTimeoutMs = 2_500

const isReady = () =>
  new Promise<boolean>((resolve) => {
    const options = { host, port: Number(PORT) || 9991, path: '/health/ready', timeout: answerTimeoutMs }
    // The certificate is for the public name, not for this address.
    const request = get({ ...options, rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })

const deadline = Date.now() + waitMs
let ready = await isReady()
while (!ready && Date.now() < deadline) {
  await sleep(200)
  ready = await isReady()
}
if (!ready) console.error(`The server at ${host}:${PORT || 9991} is not ready.`)
process.exit(ready ? 0 : 1)

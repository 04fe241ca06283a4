import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../platform/config.ts'
import type { Env } from './worker-process.ts'

/** A request of `npm run admin -- reload`: one line of JSON. */
interface ControlRequest {
  command: 'reload'
  /** The new settings; without them, they stay. */
  env?: Env
}

/** Lines of the response. The last one has `done` or `failure`. */
interface ControlReply {
  line?: string
  done?: true
  failure?: string
}

type Reload = (env: Env | undefined, print: (line: string) => void) => Promise<void>

/** The longest path of a socket that all systems accept. */
const maxPathBytes = 100
const maxRequestBytes = 1_000_000
const requestTimeoutMs = 5_000
const maxConnections = 8

/**
 * The socket by which a command on this machine reaches the supervisor, in the data folder, which is closed to other accounts.
 * A folder can have several servers, on different ports.
 */
export function controlPath({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>): string {
  const beside = join(dataDir, `server-${port}.sock`)
  if (Buffer.byteLength(beside) <= maxPathBytes) return beside
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  return join(tmpdir(), `loquat-${hash}-${port}.sock`)
}

/** Accepts reload commands. Returns a function that ends this. */
export async function openControl(path: string, reload: Reload): Promise<() => Promise<void>> {
  const server = createServer((socket) => void answer(socket, reload))
  server.maxConnections = maxConnections
  await listen(server, path)
  await chmod(path, 0o600)
  return async () => {
    // Removes the file as well. Connections end with the process.
    server.close()
  }
}

/** A socket file whose server was killed is replaced. */
async function listen(server: Server, path: string): Promise<void> {
  const attempt = async () => {
    server.listen(path)
    await once(server, 'listening')
  }
  await attempt().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || (await isAnswering(path))) throw error
    await rm(path, { force: true })
    await attempt()
  })
}

async function isAnswering(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function answer(socket: Socket, reload: Reload): Promise<void> {
  socket.on('error', () => {})
  const reply = (message: ControlReply) =>
    void (socket.writable && socket.write(`${JSON.stringify(message)}\n`))
  try {
    const { env } = await readRequest(socket)
    await reload(env, (line) => reply({ line }))
    reply({ done: true })
  } catch (error) {
    reply({ failure: (error as Error).message })
  }
  socket.end()
}

async function readRequest(socket: Socket): Promise<ControlRequest> {
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  let text = ''
  for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    if (text.length > maxRequestBytes) throw new Error('The request is too long.')
    if (text.endsWith('\n')) break
  }
  socket.setTimeout(0)
  const request = JSON.parse(text) as ControlRequest
  if (request.command !== 'reload') throw new Error('This version knows only the command "reload".')
  return request
}

/** In a command: asks the server to reload. Undefined if no server answers, else the reason if it failed. */
export async function requestReload(
  path: string,
  env: Env | undefined,
  print: (line: string) => void,
): Promise<{ failure?: string } | undefined> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
  } catch {
    return undefined
  }
  socket.on('error', () => {})
  const request: ControlRequest = env === undefined ? { command: 'reload' } : { command: 'reload', env }
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const text of createInterface({ input: socket })) {
    const { line, done, failure } = JSON.parse(text) as ControlReply
    if (line !== undefined) print(line)
    if (failure !== undefined) return { failure }
    if (done) return {}
  }
  return { failure: 'The server ended during the reload.' }
}

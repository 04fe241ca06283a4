import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Fails with a sentence for the operator if the address or port is not available. */
export async function assertPortIsFree({ host, port }: Address): Promise<void> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, { host, port })
  }
  server.close()
  await once(server, 'close')
}

export function listenError(error: unknown, { host, port }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another.`)
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Set PORT to 1024 or above.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `This machine has no address "${host}". Set HOST to one it has, or to 0.0.0.0 for all.`,
      )
  }
  return error
}

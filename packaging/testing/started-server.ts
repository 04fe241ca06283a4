import { type SpawnOptions, spawn } from 'node:child_process'
import { createApi } from '@loquat/client'
import { eventually } from '@loquat/devkit'
import { endProcess, freePort } from '@loquat/devkit/server-process'
import { expect, onTestFinished } from 'vitest'

export interface StartedServer {
  url: string
  /** Milliseconds until it could serve requests. */
  startedIn: number
  output(): string
  stop(): Promise<void>
}

/** Starts a packaged server by its command, with an environment of only the port and the given variables. */
export async function startPackaged(
  [program = '', ...args]: readonly string[],
  options: SpawnOptions & { env?: Record<string, string> },
): Promise<StartedServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = spawn(program, args, {
    ...options,
    env: { PORT: String(port), ...options.env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const stop = () => endProcess(child, 'SIGTERM')
  onTestFinished(stop)
  await eventually(async () => {
    if (child.exitCode !== null) return
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })
  if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`)
  return { url, startedIn: performance.now() - started, output: () => output, stop }
}

/** Logs in as the owner that the first start has printed. */
export async function logInAsOwner({ url, output }: StartedServer, printed = output()) {
  const [, password = ''] = /Password\s+(\S+)/.exec(printed) ?? []
  const email = 'owner@example.com'
  const { api_key: apiKey } = await createApi({ url }).fetchApiKey({ username: email, password })
  return createApi({ url, credentials: { email, apiKey } })
}

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * For tests only: implements the features of `curl` that the examples use, for machines without it. Also runs as a
 * program.
 */

interface Call {
  method: string | undefined
  url: string
  headers: Headers
  inQuery: boolean
  fields: [string, string | File][]
  raw: string | undefined
  hasParts: boolean
  mustSucceed: boolean
}

const takesNothing = new Set(['-sS', '-G', '--fail-with-body'])

async function readArguments(args: readonly string[], folder: string): Promise<Call> {
  const call: Call = {
    method: undefined,
    url: '',
    headers: new Headers({ 'user-agent': 'curl' }),
    inQuery: args.includes('-G'),
    fields: [],
    raw: undefined,
    hasParts: false,
    mustSucceed: args.includes('--fail-with-body'),
  }
  for (let n = 0; n < args.length; n++) {
    const option = args[n] ?? ''
    if (takesNothing.has(option)) continue
    if (!option.startsWith('-')) call.url = option
    else await take(call, option, args[++n] ?? '', folder)
  }
  return call
}

async function take(call: Call, option: string, value: string, folder: string): Promise<void> {
  const at = value.indexOf('=')
  const pair: [string, string] = [value.slice(0, at), value.slice(at + 1)]
  if (option === '-u') call.headers.set('authorization', `Basic ${Buffer.from(value).toString('base64')}`)
  else if (option === '-X') call.method = value
  else if (option === '-H') call.headers.set(...(value.split(/:\s*/, 2) as [string, string]))
  else if (option === '-d' && at === -1) call.raw = value
  else if (option === '-d' || option === '--data-urlencode') call.fields.push(pair)
  else if (option === '-F' || option === '--form-string') {
    call.hasParts = true
    const [name, text] = pair
    if (option === '-F' && text.startsWith('@'))
      call.fields.push([name, await fileAt(join(folder, text.slice(1)))])
    else call.fields.push(pair)
  } else throw new Error(`curl: option ${option} is not known here`)
}

const fileAt = async (path: string) => new File([new Uint8Array(await readFile(path))], basename(path))

/** Returns the server's response. Files are read from a folder. */
export async function curlByFetch(args: readonly string[], folder = '.') {
  const call = await readArguments(args, folder)
  const params = new URLSearchParams(call.fields as [string, string][])
  const form = new FormData()
  for (const [name, value] of call.fields) form.append(name, value as string)
  const fields = call.fields.length === 0 ? undefined : call.hasParts ? form : params
  const body = call.raw ?? (call.inQuery ? undefined : fields)
  const response = await fetch(call.inQuery ? `${call.url}?${params}` : call.url, {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: call.headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, body: await response.text(), mustSucceed: call.mustSucceed }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status, body, mustSucceed } = await curlByFetch(process.argv.slice(2))
  process.stdout.write(body)
  if (mustSucceed && status >= 400) process.exitCode = 22
}

import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { secretKeyBytes } from './sealer.ts'
import { StartError } from './start-error.ts'

export interface SecretKeyConfig {
  /** From `LOQUAT_SECRET_KEY`; empty if unset. The first key seals, all of them open. */
  secretKeys: readonly Buffer[]
  /** `LOQUAT_SECRET_KEY_FILE`. Unset: a file in the data folder, which the first start creates. */
  secretKeyFile: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

export function secretKeyConfigFrom(env: Env, problems: string[]): SecretKeyConfig {
  const text = env.LOQUAT_SECRET_KEY?.trim() ?? ''
  const secretKeyFile = env.LOQUAT_SECRET_KEY_FILE?.trim() || undefined
  const secretKeys = text === '' ? [] : parseSecretKeys(text)
  if (secretKeys === undefined) {
    problems.push(
      'LOQUAT_SECRET_KEY must be 32 bytes as base64 or hex, such as "openssl rand -base64 32" prints.',
    )
  }
  if (text !== '' && secretKeyFile !== undefined) {
    problems.push('Set LOQUAT_SECRET_KEY or LOQUAT_SECRET_KEY_FILE, not both.')
  }
  return { secretKeys: secretKeys ?? [], secretKeyFile }
}

/** One key, or several separated by commas or white space. Undefined if any of them is malformed. */
export function parseSecretKeys(text: string): Buffer[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => Buffer.from(word, /^[0-9a-f]{64}$/i.test(word) ? 'hex' : 'base64'))
  return keys.length > 0 && keys.every((key) => key.length === secretKeyBytes) ? keys : undefined
}

/** Reads the secret keys. A file in the data folder is created if it is missing, unless the database already needs a certain key. */
export async function loadSecretKeys(
  config: SecretKeyConfig & { dataDir: string },
  { isNeeded }: { isNeeded: boolean },
): Promise<readonly Buffer[]> {
  const found = await findSecretKeys(config)
  if (found !== undefined) return found
  const path = pathOf(config)
  if (isNeeded) {
    throw new StartError(
      `The secret key of this database is missing: restore ${path} from a backup, or set LOQUAT_SECRET_KEY.`,
    )
  }
  if (config.secretKeyFile !== undefined) {
    throw new StartError(`LOQUAT_SECRET_KEY_FILE: there is no file ${path}.`)
  }
  await createKeyFile(path).catch((error: Error) => {
    throw new StartError(`The secret key cannot be created (${error.message}): set LOQUAT_SECRET_KEY.`)
  })
  return (await readKeyFile(path)) ?? []
}

/** Secret keys from the environment or the key file. Undefined if there is neither. */
export async function findSecretKeys(
  config: SecretKeyConfig & { dataDir: string },
): Promise<readonly Buffer[] | undefined> {
  return config.secretKeys.length > 0 ? config.secretKeys : await readKeyFile(pathOf(config))
}

const pathOf = ({ secretKeyFile, dataDir }: SecretKeyConfig & { dataDir: string }) =>
  secretKeyFile ?? join(dataDir, 'secret-key')

async function readKeyFile(path: string): Promise<Buffer[] | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new StartError(`The secret key cannot be read: ${message}.`)
  }
  const keys = parseSecretKeys(text)
  if (keys === undefined) {
    throw new StartError(
      `${path} must contain 32 bytes as base64 or hex, such as "openssl rand -base64 32" prints.`,
    )
  }
  return keys
}

/** Creates the key file, unless another process has just done so. Writes a draft and links it, so that no reader sees half a key. */
async function createKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(secretKeyBytes).toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

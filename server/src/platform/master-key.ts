import { parseSecretKeys } from './secret-key.ts'

export interface MasterKeyConfig {
  /** From `LOQUAT_MASTER_KEY` or its file; empty if unset. The first key wraps, all of them unwrap. */
  masterKeys: readonly Buffer[]
}

type Env = Readonly<Record<string, string | undefined>>

export function masterKeyConfigFrom(env: Env, problems: string[]): MasterKeyConfig {
  const text = env.LOQUAT_MASTER_KEY?.trim() ?? ''
  const masterKeys = text === '' ? [] : parseSecretKeys(text)
  if (masterKeys === undefined) {
    problems.push(
      'LOQUAT_MASTER_KEY must be 32 bytes as base64 or hex, such as "openssl rand -base64 32" prints.',
    )
  }
  return { masterKeys: masterKeys ?? [] }
}

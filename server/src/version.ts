import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version of Loquat. */
export const loquatVersion = manifest.version

/** The protocol feature level of this server. */
export const featureLevel = 372

export const versionFields = {
  chat_version: '10.0',
  chat_feature_level: featureLevel,
  chat_merge_base: '10.0',
}

/** An S3 bucket, in place of the data folder. */
export interface S3Config {
  /** The URL of the service, with the bucket. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface UploadConfig {
  /** If unset, files are stored in the data folder. */
  s3: S3Config | undefined
  /** The operator confirms that the folder of this server has the files of the database. */
  sharedFiles: boolean
  /** Maximum size of one file in MiB. */
  uploadLimit: number
  /** Upload quota of an organization in MiB. Null means no limit. */
  uploadQuota: number | null
  /** Maximum size of an archive that owners can import in the app, in MiB. */
  importLimit: number
  /** The organizations whose owners can import archives, which creates new organizations on this server. */
  importsAllowed: ImportsAllowed
}

/** `main`: the organization at the public URL itself. */
const importsAllowed = ['main', 'all', 'none'] as const
export type ImportsAllowed = (typeof importsAllowed)[number]

type Env = Readonly<Record<string, string | undefined>>

const names = ['BUCKET', 'ENDPOINT', 'REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

export function uploadConfigFrom(env: Env, problems: string[]): UploadConfig {
  const count = (name: string, fallback: number | null): number | null => {
    const text = env[name]?.trim() || undefined
    if (text === undefined) return fallback
    const value = Number(text)
    if (Number.isInteger(value) && value >= 1 && value <= 1_000_000_000) return value
    problems.push(`${name} must be a positive whole number of MiB, not "${text}".`)
    return fallback
  }
  return {
    s3: s3From(env, problems),
    sharedFiles: sharedFilesFrom(env, problems),
    uploadLimit: count('LOQUAT_MAX_UPLOAD_MIB', 100) ?? 100,
    uploadQuota: count('LOQUAT_UPLOAD_QUOTA_MIB', null),
    importLimit: count('LOQUAT_MAX_IMPORT_MIB', 10_240) ?? 10_240,
    importsAllowed: importsAllowedFrom(env, problems),
  }
}

function sharedFilesFrom(env: Env, problems: string[]): boolean {
  const text = env.LOQUAT_SHARED_FILES?.trim() || 'false'
  if (text !== 'true' && text !== 'false')
    problems.push(`LOQUAT_SHARED_FILES must be "true" or "false", not "${text}".`)
  return text === 'true'
}

function importsAllowedFrom(env: Env, problems: string[]): ImportsAllowed {
  const text = env.LOQUAT_IMPORTS?.trim() || 'main'
  const found = importsAllowed.find((one) => one === text)
  if (found === undefined) problems.push(`LOQUAT_IMPORTS must be "main", "all" or "none", not "${text}".`)
  return found ?? 'main'
}

function s3From(env: Env, problems: string[]): S3Config | undefined {
  const value = (name: (typeof names)[number]) => env[`LOQUAT_S3_${name}`]?.trim() ?? ''
  if (names.every((name) => value(name) === '')) return undefined
  for (const name of ['BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const) {
    if (value(name) === '') problems.push(`LOQUAT_S3_${name} is needed to keep files in S3.`)
  }
  const region = value('REGION') || 'us-east-1'
  const service = (value('ENDPOINT') || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  if (!URL.canParse(service) || !/^https?:$/.test(new URL(service).protocol)) {
    problems.push(`LOQUAT_S3_ENDPOINT must be an http or https address, not "${service}".`)
  }
  return {
    endpoint: `${service}/${value('BUCKET')}`,
    region,
    accessKeyId: value('ACCESS_KEY_ID'),
    secretAccessKey: value('SECRET_ACCESS_KEY'),
  }
}

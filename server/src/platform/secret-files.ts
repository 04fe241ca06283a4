import { readFileSync, statSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/** Settings that contain secrets. `LOQUAT_SECRET_KEY_FILE` is not among them: the server can create that file. */
const secrets =
  /^(DATABASE_URL|SMTP_URL|LOQUAT_(READ_DATABASE_URLS|OWNER_PASSWORD|FOLLOW_KEY|GIPHY_API_KEY|TENOR_API_KEY|AUDIT_WEBHOOK_SECRET|BIGBLUEBUTTON_SECRET|ICE_SERVERS|TURN_SECRET|ZOOM_CLIENT_SECRET|MASTER_KEY|METRICS_TOKEN|JWT_SECRET|LDAP_BIND_PASSWORD|SAML_PRIVATE_KEY|SAML_CERTIFICATE|SAML_\w+_CERTIFICATE|S3_ACCESS_KEY_ID|S3_SECRET_ACCESS_KEY|OIDC_\w+_CLIENT_SECRET))_FILE$/

const maxBytes = 65_536

/**
 * Each setting with a secret can also be given as a file: with `NAME_FILE=/run/secrets/name`, the file's content without its
 * last line break is the value of `NAME`. Containers and systemd provide secrets this way.
 */
export function withSecretFiles(env: Env, problems: string[]): Env {
  const values: Record<string, string | undefined> = { ...env }
  for (const [variable, value] of Object.entries(env)) {
    const path = value?.trim()
    if (!secrets.test(variable) || !path) continue
    const name = variable.slice(0, -'_FILE'.length)
    if (env[name]?.trim()) problems.push(`Set ${name} or ${variable}, not both.`)
    else values[name] = contentOf(path, variable, problems)
  }
  return values
}

function contentOf(path: string, variable: string, problems: string[]): string | undefined {
  try {
    if (statSync(path).size > maxBytes) throw new Error(`${path} has more than ${maxBytes} bytes`)
    const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (content.trim() === '') throw new Error(`${path} is empty`)
    return content
  } catch (error) {
    problems.push(`${variable} cannot be read: ${(error as Error).message}.`)
    return undefined
  }
}

type Env = Readonly<Record<string, string | undefined>>

/** Files in PEM format. */
export interface TlsConfig {
  /** The certificate of the server, followed by those of its issuers. */
  certFile: string
  keyFile: string
}

export function tlsConfigFrom(env: Env, problems: string[]): { tls: TlsConfig | undefined } {
  const certFile = env.LOQUAT_TLS_CERT?.trim() || undefined
  const keyFile = env.LOQUAT_TLS_KEY?.trim() || undefined
  if (certFile !== undefined && keyFile !== undefined) return { tls: { certFile, keyFile } }
  if (certFile !== keyFile) problems.push('LOQUAT_TLS_CERT and LOQUAT_TLS_KEY must be set together.')
  return { tls: undefined }
}

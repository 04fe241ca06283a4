import { responseLimits } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory } from '../../../directory/directory.ts'

const purpose = 'interaction response'
const signedText = (realmId: number, id: number) => `${realmId} ${id}`

/** The URL to which the bot posts responses. It is its own credential, so it is signed instead of stored. */
export function responseUrl({ signer }: App, directory: Directory, realmId: number, id: number): string {
  return `${directory.url}/api/v1/interactions/${id}.${signer.sign(purpose, signedText(realmId, id))}`
}

/** The interaction that a token belongs to; undefined if its signature is wrong. */
export function interactionOfToken({ signer }: App, realmId: number, token: string): number | undefined {
  const [, digits = '', signature = ''] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(token) ?? []
  const id = Number(digits)
  return signer.isSigned(purpose, signedText(realmId, id), signature) ? id : undefined
}

export const isExpired = (createdAt: Date, now: number) =>
  createdAt.getTime() + responseLimits.seconds * 1_000 < now

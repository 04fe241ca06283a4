import { File } from 'node:buffer'
import type { Person, World } from '@loquat/devkit'

/** A text file. */
export const words = (name: string, text = 'figs', type = '') => new File([text], name, { type })

/** Uploads a file. Returns its URL, path and Markdown link. */
export async function uploaded(person: Person, file: File = words('figs.txt')) {
  const { url } = await person.api.uploadFile({}, { files: [file as unknown as Blob] })
  return { url, pathId: url.replace('/user_uploads/', ''), link: `[file](${url})` }
}

export const attachmentsOf = async (person: Person) => (await person.api.getAttachments()).attachments

/** Fetches a path, without following redirects. */
export async function fetched(world: World, path: string, as?: Person, headers: Record<string, string> = {}) {
  const response = await world.raw(path, { ...(as === undefined ? {} : { as }), redirect: 'manual', headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const statusFor = async (world: World, path: string, as?: Person) =>
  (await fetched(world, path, as)).status

/** The HTML of a message. */
export const htmlOf = async (viewer: Person, message_id: number) =>
  (await viewer.api.getMessage({ message_id })).message.content ?? ''

import { File } from 'node:buffer'
import type { Person, World } from '@loquat/devkit'

/** For tests: a file with a few words in it. */
export const words = (name: string, text = 'figs', type = '') => new File([text], name, { type })

/** Uploads a file; its address and path. */
export async function uploaded(person: Person, file: File = words('figs.txt')) {
  const { url } = await person.api.uploadFile({}, { files: [file as unknown as Blob] })
  return { url, pathId: url.replace('/user_uploads/', ''), link: `[file](${url})` }
}

export const attachmentsOf = async (person: Person) => (await person.api.getAttachments()).attachments

/** What is found at an address. */
export async function fetched(world: World, path: string, as?: Person, headers: Record<string, string> = {}) {
  const response = await world.raw(path, { ...(as === undefined ? {} : { as }), redirect: 'manual', headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const statusFor = async (world: World, path: string, as?: Person) =>
  (await fetched(world, path, as)).status

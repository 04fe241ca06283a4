import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleTables, start } from './sample.ts'

const perFile = 1_000
const channels = 20
const users = 50
const words =
  'the plums in row seven are ripe and the ladder is by the shed so come early before it rains on them'.split(
    ' ',
  )

/** An unpacked export with many messages, each with a row for every recipient. */
export async function writeLargeExport(folder: string, messages: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const tables = sampleTables()
  const [owner] = tables.zerver_userprofile
  const ids = Array.from({ length: users }, (_, n) => 1_000 + n)
  const large = {
    ...tables,
    zerver_userprofile: [
      ...tables.zerver_userprofile,
      ...ids.map((id) => ({
        ...owner!,
        id,
        role: 400,
        full_name: `Picker ${id}`,
        delivery_email: `p${id}@orchard.example`,
        avatar_source: 'G',
      })),
    ],
    zerver_stream: [
      ...tables.zerver_stream,
      ...Array.from({ length: channels }, (_, n) => ({ id: 500 + n, name: `row ${n}`, date_created: start })),
    ],
    zerver_recipient: [
      ...tables.zerver_recipient,
      ...Array.from({ length: channels }, (_, n) => ({ id: 600 + n, type: 2, type_id: 500 + n })),
    ],
    zerver_subscription: [
      ...tables.zerver_subscription,
      ...ids.flatMap((user_profile) =>
        Array.from({ length: channels }, (_, n) => ({ user_profile, recipient: 600 + n, active: true })),
      ),
    ],
    zerver_reaction: [],
  }
  await writeFile(join(folder, 'realm.json'), JSON.stringify(large))
  await writeFile(join(folder, 'attachment.json'), '{"zerver_attachment": []}')
  for (let file = 0; file * perFile < messages; file++) {
    const name = `messages-${String(file + 1).padStart(6, '0')}.json`
    const stream = createWriteStream(join(folder, name))
    stream.end(messageFile(file, ids))
    await once(stream, 'close')
  }
}

function messageFile(file: number, ids: readonly number[]): string {
  const zerver_message: object[] = []
  const zerver_usermessage: object[] = []
  for (let n = 0; n < perFile; n++) {
    const id = file * perFile + n + 1
    const text = Array.from(
      { length: 6 + (id % 13) },
      (_, at) => words[(id * 7 + at * 3) % words.length],
    ).join(' ')
    const content = id % 4 === 0 ? `**${text}**, see https://orchard.example/${id}` : text
    zerver_message.push({
      id,
      sender: ids[(id * 31) % ids.length],
      recipient: 600 + ((id * 17) % channels),
      subject: `topic ${id % 40}`,
      content,
      rendered_content: `<p>${content}</p>`,
      date_sent: start + id / 7,
      sending_client: 3,
    })
    for (const user_profile of ids)
      zerver_usermessage.push({ id: id * 100 + user_profile, user_profile, message: id, flags_mask: 1 })
  }
  return JSON.stringify({ zerver_message, zerver_usermessage })
}

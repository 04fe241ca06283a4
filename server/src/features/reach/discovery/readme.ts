import type { Directory } from '../../../directory/directory.ts'
import type { DiscoveryRow } from './store.ts'

/** Explains the archive to its readers. */
export const readme = ({ realm, url }: Directory, row: DiscoveryRow, time: Date) =>
  [
    `${realm.name}, ${url}`,
    `E-discovery export ${row.id}, made by Loquat at ${time.toISOString()}`,
    '',
    'Each .jsonl file has one JSON object per line (JSON Lines). Times are in UTC.',
    '',
    '  messages.jsonl  messages with all their versions, oldest first; `deleted_at` is set for those that only a legal hold has kept',
    '  users.jsonl     names and addresses of the users by ID',
    '  channels.jsonl  names of the channels by ID',
    '  files.jsonl     files of the messages; `path_id` is their path below files/',
    '  files/          the files themselves',
    '  custody.json    who asked for this, when and for what, the counts, and the SHA-256 of each file above',
    '  custody.sig     the HMAC of custody.json with the key of the audit log of the server',
    '',
    'On the server, "npm run admin -- discovery verify FILE" proves that nothing was changed.',
    '',
  ].join('\n')

import type { ReasonTable } from './declare.ts'

/**
 * Reasons why an archive cannot be imported, and warnings about those that can. No request fails with them: imports that run in
 * the background report them.
 */
export const archivesReasons = {
  'archive-not-of-product': {
    kind: 'BadRequest',
    text: 'This is not an export of {product}: it has no {entry}.',
  },
  'archive-not-of-slack': {
    kind: 'BadRequest',
    text: 'The archive has no {entry}, so it is not a Slack export.',
  },
  'archive-not-of-mattermost': {
    kind: 'BadRequest',
    text: 'The archive has no import.jsonl, so it is not a Mattermost bulk export.',
  },
  'archive-version-line-missing': {
    kind: 'BadRequest',
    text: '{entry} does not begin with a version, so it is not a Mattermost bulk export.',
  },
  'archive-team-missing': { kind: 'BadRequest', text: '{entry} has no team.' },
  'archive-teams-several': {
    kind: 'BadRequest',
    text: 'The archive has several teams: choose one of {teams}.',
  },
  'archive-team-unknown': {
    kind: 'BadRequest',
    text: 'The archive has no team "{team}": choose one of {teams}.',
  },
  'archive-line-twice': { kind: 'BadRequest', text: '{entry}, line {line}: the ID {id} occurs twice.' },
  'archive-rows-missing': {
    kind: 'BadRequest',
    text: '{entry} has {count} rows of {table}, but stats.json says {expected}.',
  },
  'archive-not-tables': { kind: 'BadRequest', text: '{entry} is a list, not an object of tables.' },
  'archive-row-twice': {
    kind: 'BadRequest',
    text: '{entry}: two rows of the table {table} have the ID {id}.',
  },
  'archive-organization-missing': { kind: 'BadRequest', text: '{entry} has no organization.' },
  'archive-subscription-unknown': {
    kind: 'BadRequest',
    text: '{entry}: a subscription of user {user} has the unknown recipient {recipient}.',
  },
  'archive-recipient-unknown': {
    kind: 'BadRequest',
    text: '{entry}: message {id} has the unknown recipient {recipient}.',
  },
  'archive-file-gap': { kind: 'BadRequest', text: 'The archive has {entry}, but no {missing}.' },
  'archive-message-incomplete': {
    kind: 'BadRequest',
    text: '{entry} has a message without ID, sender or recipient.',
  },
  'archive-discord-channel-missing': {
    kind: 'BadRequest',
    text: 'The archive has no JSON file of a Discord channel.',
  },
  'archive-subdomain-unusable': {
    kind: 'BadRequest',
    text: 'The subdomain "{subdomain}" cannot be used: {problem}',
  },
  'archive-subdomain-choose': {
    kind: 'BadRequest',
    text: 'The subdomain "{subdomain}" cannot be used: {problem} Choose another.',
  },
  'archive-subdomain-taken': {
    kind: 'BadRequest',
    text: 'There is an organization at "{subdomain}" already.',
  },
  'archive-import-interrupted': { kind: 'BadRequest', text: 'The import was interrupted.' },
  'archive-tar-truncated': { kind: 'BadRequest', text: 'The tar file is truncated.' },
  'archive-tar-truncated-in': { kind: 'BadRequest', text: 'The tar file is truncated in {entry}.' },
  'archive-entry-is-link': { kind: 'BadRequest', text: 'The entry {entry} is a link or a device.' },
  'archive-tar-header-too-large': {
    kind: 'BadRequest',
    text: 'The tar file has a header that is too large.',
  },
  'archive-tar-checksum-wrong': {
    kind: 'BadRequest',
    text: 'The tar file is damaged: a header has a wrong checksum.',
  },
  'archive-tar-size-missing': { kind: 'BadRequest', text: 'The tar file is damaged: a header has no size.' },
  'archive-tar-not-utf8': { kind: 'BadRequest', text: 'The tar file has a name that is not UTF-8.' },
  'archive-name-unsafe': {
    kind: 'BadRequest',
    text: 'The archive has an entry with an unsafe name: {name}.',
  },
  'archive-unpacks-too-large': {
    kind: 'BadRequest',
    text: 'The archive unpacks to more than {max} times its size.',
  },
  'archive-entries-too-many': { kind: 'BadRequest', text: 'The archive has more than {max} entries.' },
  'archive-entry-missing': { kind: 'BadRequest', text: 'The archive has no {entry}.' },
  'archive-entry-unreadable': { kind: 'BadRequest', text: 'The entry {entry} cannot be read: {problem}.' },
  'archive-damaged': { kind: 'BadRequest', text: 'The archive is damaged: {problem}.' },
  'archive-path-missing': { kind: 'BadRequest', text: 'There is no {path}.' },
  'archive-path-unreadable': { kind: 'BadRequest', text: '{path} cannot be read: {problem}.' },
  'archive-format-unknown': {
    kind: 'BadRequest',
    text: '{name} is not an archive: it is neither ZIP, tar, gzip nor JSON.',
  },
  'archive-not-list': { kind: 'BadRequest', text: '{entry} is an object, not a list.' },
  'archive-ends-early': { kind: 'BadRequest', text: '{entry} ends unexpectedly at byte {byte}.' },
  'archive-json-problem': { kind: 'BadRequest', text: '{entry}: invalid JSON near byte {byte}.' },
  'archive-not-utf8': { kind: 'BadRequest', text: '{where}: invalid UTF-8.' },
  'archive-nested-too-deeply': { kind: 'BadRequest', text: '{where}: values are nested too deeply.' },
  'archive-json-invalid': { kind: 'BadRequest', text: '{where}: invalid JSON.' },
  'archive-value-too-large': { kind: 'BadRequest', text: '{entry}: a value is larger than 64 MiB.' },
  'archive-line-too-large': {
    kind: 'BadRequest',
    text: '{entry}, line {line}: a value is larger than 64 MiB.',
  },
  'archive-data-too-large': { kind: 'BadRequest', text: '{entry} is larger than 64 MiB.' },
  'archive-entry-twice': { kind: 'BadRequest', text: 'The archive has two entries named {entry}.' },
  'archive-zip-unreadable': { kind: 'BadRequest', text: 'The ZIP file cannot be read: {problem}' },
  'archive-entry-encrypted': { kind: 'BadRequest', text: 'The entry {entry} is encrypted.' },
  'archive-compression-unknown': {
    kind: 'BadRequest',
    text: 'The entry {entry} uses an unknown compression method.',
  },
  'archive-entries-overlap': { kind: 'BadRequest', text: 'The ZIP file has overlapping entries.' },
  'archive-entry-damaged': { kind: 'BadRequest', text: 'The entry {entry} is damaged: {problem}' },
  'archive-entry-checksum-wrong': {
    kind: 'BadRequest',
    text: 'The entry {entry} is damaged: its checksum is wrong.',
  },
  'archive-users-twice': { kind: 'BadRequest', text: 'The archive has two users with the ID {id}.' },
  'archive-owner-address-invalid': { kind: 'BadRequest', text: '"{email}" is not an email address.' },
  'archive-owner-missing': {
    kind: 'BadRequest',
    text: 'No active owner with an email address is in the archive: name a person who becomes owner.',
  },
  'archive-groups-twice': { kind: 'BadRequest', text: 'The archive has two groups with the ID {id}.' },
  'archive-messages-unreadable': {
    kind: 'BadRequest',
    text: '{unreadable} of {count} messages cannot be read: the archive is damaged.',
  },
  'archive-messages-twice': { kind: 'BadRequest', text: 'The archive has two messages with the ID {id}.' },
  'archive-exceeds-quota': {
    kind: 'BadRequest',
    text: 'The files of the archive exceed the upload quota of this server.',
  },
  'archive-channels-twice': { kind: 'BadRequest', text: 'The archive has two channels with the ID {id}.' },
  'archive-not-of-rocketchat': {
    kind: 'BadRequest',
    text: 'The dump has no {entry}, so it is not one of Rocket.Chat.',
  },
  'archive-user-twice': { kind: 'BadRequest', text: '{entry} has the user {id} more than once.' },
  'archive-conversation-twice': {
    kind: 'BadRequest',
    text: '{entry} has the conversation {id} more than once.',
  },
  'archive-bson-invalid': { kind: 'BadRequest', text: '{entry}: invalid BSON near byte {byte}.' },
  'archive-format-not-loquat': {
    kind: 'BadRequest',
    text: 'format.json does not describe an export of Loquat.',
  },
  'archive-version-newer': {
    kind: 'BadRequest',
    text: 'The archive has version {version}, but only {known} is known here.',
  },
  'archive-product-newer': {
    kind: 'BadRequest',
    text: 'The archive is from {product} {version}, which is newer than this importer knows.',
  },
  'archive-import-unfinished': {
    kind: 'BadRequest',
    text: 'The import ended unexpectedly, and nothing was stored. Try again.',
  },
} as const satisfies ReasonTable
